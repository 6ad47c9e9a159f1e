/** Server calls of the pages behind links in emails. */
export type MailCalls = {
  /** @throws LatchkeyError `link_invalid`, `rate_limited`, `network_request_failed` */
  inspectDeviceLink: (options: {
    token: string
  }) => Promise<{ app: string; hostOrigin: string; device: string; askedAt: string }>
  /** @throws LatchkeyError `link_invalid`, `number_wrong`, `rate_limited`, `network_request_failed` */
  approveDevice: (options: { token: string; number: string }) => Promise<{ next: 'code' | 'connected' }>
  /** @throws LatchkeyError `link_invalid`, `rate_limited`, `network_request_failed` */
  inspectLoginNotice: (options: {
    token: string
  }) => Promise<{ app: string; hostOrigin: string; device: string; at: string }>
  /** @throws LatchkeyError `link_invalid`, `rate_limited`, `network_request_failed` */
  endLogin: (options: { token: string }) => Promise<{ isEnrolled: boolean }>
  /** @throws LatchkeyError `link_invalid`, `rate_limited`, `network_request_failed` */
  undoEmailChange: (options: { token: string }) => Promise<{ email: string }>
  /** @throws LatchkeyError `link_invalid`, `rate_limited`, `network_request_failed` */
  undoRotation: (options: { token: string }) => Promise<{ address: string }>
  /** @throws LatchkeyError `link_invalid`, `rate_limited`, `network_request_failed` */
  takeLoginBack: (options: { token: string }) => Promise<{ address: string | null }>
}
