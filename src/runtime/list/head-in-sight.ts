/**
 * Scrolls a table to a head that the keyboard leads to, beside the columns that stay. Heads that are pinned stand in a
 * holder of their own, which follows the rows only with their next scroll event: a slow machine would show the focus
 * outside of it until then, and a browser that has brought the head into sight by itself would leave the rows behind. So
 * where the head stands is told by the rows, and both are scrolled at once.
 */
export function bringHeadIntoSight(head: HTMLElement): void {
  const container = head.closest('.ant-table-container');
  const body = container?.querySelector('.ant-table-body, .ant-table-content');
  if (!container || !body || head.matches('.ant-table-cell-fix')) return;
  const edges = (selector: string) =>
    [...(head.parentElement?.querySelectorAll(selector) ?? [])].map((cell) => cell.getBoundingClientRect());
  const frame = body.getBoundingClientRect();
  const from = Math.max(frame.left, ...edges('.ant-table-cell-fix-start').map(({ right }) => right));
  const to = Math.min(frame.right, ...edges('.ant-table-cell-fix-end').map(({ left }) => left));
  const left = frame.left + head.offsetLeft - body.scrollLeft;
  const right = left + head.offsetWidth;
  if (right > to) body.scrollLeft += right - to;
  else if (left < from) body.scrollLeft -= from - left;
  const holder = container.querySelector('.ant-table-header');
  if (holder) holder.scrollLeft = body.scrollLeft;
}
