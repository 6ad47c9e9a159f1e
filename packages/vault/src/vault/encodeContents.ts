import { type CanonicalValue, canonicalBytes } from '@latchkey/protocol'
import type { Factor } from '@latchkey/protocol/wallet'
import type { Bytes } from '../bytes/Bytes.ts'
import { fromBase64Url, toBase64Url } from '../bytes/base64Url.ts'
import type { ImportedKey, PasswordKey, VaultContents } from './VaultContents.ts'

/** Encodes the contents as canonical JSON, bytes as base64url. */
export function encodeContents({
  format,
  entropy,
  seed,
  importedKeys,
  factors,
  passwordKeys,
  version,
}: VaultContents): Bytes {
  return canonicalBytes({
    format,
    entropy: toBase64Url(entropy),
    seed: toBase64Url(seed),
    importedKeys: importedKeys.map(({ namespace, privateKey, address, label }) => ({
      namespace,
      privateKey: toBase64Url(privateKey),
      address,
      label,
    })),
    factors: factors.map(({ id, kind, pub, meta, mac, createdAt }) => ({
      id,
      kind,
      pub,
      meta: meta satisfies CanonicalValue,
      mac,
      createdAt,
    })),
    // Omitted if empty, so that earlier versions can read the vault.
    passwordKeys: passwordKeys?.length
      ? passwordKeys.map(({ factorId, key }) => ({ factorId, key: toBase64Url(key) }))
      : undefined,
    version,
  })
}

/** Parses contents strictly: every key must be known and every value of its type. Throws a plain error otherwise. */
export function decodeContents(bytes: Uint8Array): VaultContents {
  const record = recordOf(
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)),
    ['entropy', 'factors', 'format', 'importedKeys', 'seed', 'version'],
    ['passwordKeys'],
  )
  const entropy = bytesOf(record.entropy)
  const seed = bytesOf(record.seed)
  require(record.format === 1)
  require([16, 20, 24, 28, 32].includes(entropy.length) && seed.length === 64)
  return {
    format: 1,
    entropy,
    seed,
    importedKeys: listOf(record.importedKeys).map(importedKeyOf),
    factors: listOf(record.factors).map(factorOf),
    ...(record.passwordKeys === undefined ? {} : { passwordKeys: listOf(record.passwordKeys).map(passwordKeyOf) }),
    version: countOf(record.version, 1),
  }
}

function importedKeyOf(value: unknown): ImportedKey {
  const record = recordOf(value, ['address', 'label', 'namespace', 'privateKey'])
  const privateKey = bytesOf(record.privateKey)
  require(privateKey.length === 32)
  const namespace = oneOf(record.namespace, ['eip155', 'solana', 'bip122'] as const)
  return { namespace, privateKey, address: textOf(record.address), label: textOf(record.label) }
}

function passwordKeyOf(value: unknown): PasswordKey {
  const record = recordOf(value, ['factorId', 'key'])
  const key = bytesOf(record.key)
  require(key.length === 32)
  return { factorId: textOf(record.factorId), key }
}

function factorOf(value: unknown): Factor {
  const record = recordOf(value, ['createdAt', 'id', 'kind', 'mac', 'meta', 'pub'])
  return {
    id: textOf(record.id),
    kind: oneOf(record.kind, ['passkey', 'backupCode', 'password'] as const),
    pub: textOf(record.pub),
    meta: metaOf(record.meta),
    mac: textOf(record.mac),
    createdAt: textOf(record.createdAt),
  }
}

function metaOf(value: unknown): Factor['meta'] {
  const record = recordOf(value, ['bind'], ['credentialId', 'label', 'oprf', 'params', 'salt'])
  const meta: Factor['meta'] = { bind: textOf(record.bind) }
  if (record.salt !== undefined) meta.salt = textOf(record.salt)
  if (record.oprf !== undefined) meta.oprf = textOf(record.oprf)
  if (record.credentialId !== undefined) meta.credentialId = textOf(record.credentialId)
  if (record.label !== undefined) meta.label = textOf(record.label)
  if (record.params !== undefined) {
    const params = recordOf(record.params, ['m', 'p', 't'])
    meta.params = { m: countOf(params.m, 1), t: countOf(params.t, 1), p: countOf(params.p, 1) }
  }
  return meta
}

function require(condition: boolean): asserts condition {
  if (!condition) throw new TypeError('The contents have the wrong shape')
}

function recordOf(value: unknown, needed: readonly string[], allowed: readonly string[] = []): Record<string, unknown> {
  require(typeof value === 'object' && value !== null && !Array.isArray(value))
  const record: Record<string, unknown> = { ...value }
  require(needed.every((key) => Object.hasOwn(record, key)))
  require(Object.keys(record).every((key) => needed.includes(key) || allowed.includes(key)))
  return record
}

function listOf(value: unknown): readonly unknown[] {
  require(Array.isArray(value))
  return value
}

function textOf(value: unknown): string {
  require(typeof value === 'string')
  return value
}

function bytesOf(value: unknown): Bytes {
  return fromBase64Url(textOf(value))
}

function countOf(value: unknown, least: number): number {
  require(typeof value === 'number' && Number.isSafeInteger(value) && value >= least)
  return value
}

function oneOf<const option extends string>(value: unknown, options: readonly option[]): option {
  const found = options.find((option) => option === value)
  require(found !== undefined)
  return found
}
