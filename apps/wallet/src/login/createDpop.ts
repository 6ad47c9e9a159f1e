import { toBase64Url } from '@latchkey/vault'
import type { DpopKeyRecord, KeyValueStore } from '../device/KeyValueStore.ts'

/** Runs work while no other tab of this device runs work of the same name (`navigator.locks`). */
export type RunLocked = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** Proves that a request comes from this device (RFC 9449). */
export type Dpop = {
  /** @param options.url absolute; the proof omits query and fragment */
  proof: (options: { method: string; url: string; accessToken?: string | undefined }) => Promise<string>
  /** Takes the server's clock from the `date` header of an answer. */
  adjustClock: (date: string | null) => void
}

const encode = (value: unknown) => toBase64Url(new TextEncoder().encode(JSON.stringify(value)))

/** Creates the prover. The key is ECDSA P-256 and cannot be exported. There is one key for each device, however many tabs it has. */
export function createDpop({
  store,
  locked,
  now,
  randomUUID,
}: {
  store: KeyValueStore
  locked: RunLocked
  now: () => number
  randomUUID: () => string
}): Dpop {
  let key: Promise<DpopKeyRecord> | undefined
  /** Milliseconds from this device's clock to the server's. */
  let skew = 0
  return {
    proof: async ({ method, url, accessToken }) => {
      key ??= readOrCreateKey({ store, locked })
      const { privateKey, publicJwk } = await key
      const target = new URL(url)
      const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: publicJwk }
      const claims = {
        htm: method,
        htu: `${target.origin}${target.pathname}`,
        iat: Math.floor((now() + skew) / 1000),
        jti: randomUUID(),
        ...(accessToken === undefined ? {} : { ath: await sha256(accessToken) }),
      }
      const text = `${encode(header)}.${encode(claims)}`
      const signature = await crypto.subtle.sign(
        { name: 'ECDSA', hash: 'SHA-256' },
        privateKey,
        new TextEncoder().encode(text),
      )
      return `${text}.${toBase64Url(new Uint8Array(signature))}`
    },
    adjustClock: (date) => {
      const time = date === null ? Number.NaN : Date.parse(date)
      // The header has whole seconds, so a smaller difference counts as zero.
      if (Number.isFinite(time)) skew = Math.abs(time - now()) < 2_000 ? 0 : time - now()
    },
  }
}

function readOrCreateKey({ store, locked }: { store: KeyValueStore; locked: RunLocked }): Promise<DpopKeyRecord> {
  return store.get('keys', 'dpop').then(
    (known) =>
      known ??
      locked('latchkey-wallet-key', async () => {
        const other = await store.get('keys', 'dpop')
        if (other) return other
        const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
        const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
        const record: DpopKeyRecord = {
          privateKey: pair.privateKey,
          publicJwk: { kty: 'EC', crv: 'P-256', x, y },
        }
        await store.put('keys', 'dpop', record)
        return record
      }),
  )
}

async function sha256(text: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
}
