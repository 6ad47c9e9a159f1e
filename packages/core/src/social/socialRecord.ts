import { type OauthProvider, oauthProviders, type SocialProvider, socialProviders } from '@latchkey/protocol'
import { isRecord } from '../connectors/isRecord.ts'
import type { KeyValueStorage } from '../environment/Environment.ts'
import { socialRecordKey } from '../storage/socialRecordKey.ts'

/** A login that led the page away. */
export type SocialDeparture = {
  attemptId: string
  provider: OauthProvider
  /** What stood in the page's address after `#`, with it. */
  fragment: string
}

/** What this browser remembers of logins with a provider. */
export type SocialRecord = { providers: readonly SocialProvider[] | undefined; departure: SocialDeparture | undefined }

/** Reads what is remembered; what does not read like a record is none. */
export function readSocialRecord({ storage }: { storage: KeyValueStorage }): SocialRecord {
  try {
    const { providers, departure }: Record<string, unknown> = JSON.parse(storage.getItem(socialRecordKey) ?? '{}')
    return {
      providers: Array.isArray(providers) ? socialProviders.filter((name) => providers.includes(name)) : undefined,
      departure: isDeparture(departure) ? departure : undefined,
    }
  } catch {
    return { providers: undefined, departure: undefined }
  }
}

/** Changes what is remembered. A storage that refuses costs a steady row, and a login without a window. */
export function writeSocialRecord({
  storage,
  change,
}: {
  storage: KeyValueStorage
  change: Partial<SocialRecord>
}): void {
  try {
    storage.setItem(socialRecordKey, JSON.stringify({ ...readSocialRecord({ storage }), ...change }))
  } catch {
    // Full or blocked.
  }
}

function isDeparture(value: unknown): value is SocialDeparture {
  return (
    isRecord(value) &&
    typeof value.attemptId === 'string' &&
    typeof value.fragment === 'string' &&
    oauthProviders.some((name) => name === value.provider)
  )
}
