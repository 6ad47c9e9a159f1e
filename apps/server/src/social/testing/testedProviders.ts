import { type OauthProvider, oauthProviders } from '@latchkey/protocol'
import { isFull } from '../../../../../scripts/lib/fuzz.mjs'

/** One of each kind: OpenID Connect, an answer by POST, and OAuth 2.0 alone. `socialLogin.test.ts` logs in at all of them. */
const kinds: readonly OauthProvider[] = ['google', 'apple', 'github']

/** The providers whose faults are tested: in the full tier all. */
export const testedProviders: readonly OauthProvider[] = isFull ? oauthProviders : kinds
