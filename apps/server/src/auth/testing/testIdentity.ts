import type { ProvenIdentity } from '../ProvenIdentity.ts'

type SocialIdentity = Exclude<ProvenIdentity, { kind: 'email' }>

/** Returns a new login method of a provider. */
export function testIdentity(change: Partial<SocialIdentity> = {}): SocialIdentity {
  return {
    kind: 'google',
    issuer: `https://${change.kind ?? 'google'}.example.com`,
    subject: crypto.randomUUID(),
    email: null,
    userName: null,
    ...change,
  }
}
