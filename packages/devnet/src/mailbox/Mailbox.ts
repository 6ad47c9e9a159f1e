/** One mail as it arrived. */
export type MailboxMessage = {
  /** Counts up from 1. */
  id: number
  /** ISO 8601. */
  receivedAt: string
  from: string
  /** Every receiver of the envelope, in lower case. */
  to: readonly string[]
  subject: string
  text: string
  /** Null when the mail has no HTML part. */
  html: string | null
  headers: Readonly<Record<string, string>>
}

/** A mail server that keeps its mails instead of delivering them, with a page to read them. */
export type Mailbox = {
  /** `smtp://127.0.0.1:<port>`: for the server's `mail.url`. */
  smtpUrl: string
  /** The page and the API. */
  url: string
  /** The newest first, of one receiver when `to` is given. */
  messages: (options?: { to?: string }) => readonly MailboxMessage[]
  /**
   * The first mail to a receiver that is newer than `after`.
   *
   * @param options.timeout milliseconds (default 10,000)
   * @throws Error when none came in time
   */
  waitFor: (options: { to: string; after?: number; timeout?: number }) => Promise<MailboxMessage>
  stop: () => Promise<void>
}
