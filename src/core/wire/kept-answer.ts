/** What idempotency keys of answers begin with that a device keeps until it has a network: the server knows them for 30 days. */
export const KEPT_KEY = 'kept.';

/** Header that says when a person did on a device what is sent later: an ISO moment by the device's own clock. */
export const DEVICE_TIME_HEADER = 'anlan-device-time';
