import { type OauthProvider, oauthProviders, type SocialProvider, socialProviders } from '@latchkey/protocol'
import { isRecord } from '../connectors/isRecord.ts'
import type { KeyValueStorage } from '../environment/Environment.ts'
import { socialRecordKey } from '../storage/socialRecordKey.ts'

/** A login that navigated the page away. */
export type SocialDeparture = {
  attemptId: string
  provider: OauthProvider
  /** The original fragment of the page's URL, with `#`. */
  fragment: string
}

/** Stored data about social logins. */
export type SocialRecord = { providers: readonly SocialProvider[] | undefined; departure: SocialDeparture | undefined }

/** Reads the stored record. A malformed one counts as empty. */
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

/** Changes the stored record. Without a working storage, the buttons may move, and a login without a window fails. */
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
    // The storage is full or blocked.
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
