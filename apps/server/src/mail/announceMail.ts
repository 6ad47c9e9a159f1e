import type { Bus } from '../platform/bus/Bus.ts'

/** The channel on which mail is announced. */
export const mailChannel = 'mail'

/** Makes mail leave at once. Call it after the commit; without it the mail leaves at the worker's next look. */
export async function announceMail(bus: Pick<Bus, 'publish'>): Promise<void> {
  // A lost announcement costs a moment, never a mail.
  await bus.publish(mailChannel, '').catch(() => {})
}
