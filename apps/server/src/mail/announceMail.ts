import type { Bus } from '../platform/bus/Bus.ts'

/** Bus channel for new emails. */
export const mailChannel = 'mail'

/** Makes the worker send emails at once. Call it after the commit. Otherwise the worker finds them at its next poll. */
export async function announceMail(bus: Pick<Bus, 'publish'>): Promise<void> {
  // A lost announcement causes a delay, but loses no email.
  await bus.publish(mailChannel, '').catch(() => {})
}
