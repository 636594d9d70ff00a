let running = 0;

/** Whether a file is on its way to the server from any form of this page: what is saved now would lack it. */
export function uploadsRunning(): boolean {
  return running > 0;
}

/** Notes that a file has set out; the function that comes back notes that it has arrived, failed or was cancelled. */
export function noteUpload(): () => void {
  let over = false;
  running += 1;
  return () => {
    if (!over) running -= 1;
    over = true;
  };
}
