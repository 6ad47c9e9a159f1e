/** Abilities that a signature grants to an app, as one of a message's resources. Source: ERC-5573, ReCap details object. */
export type Recap = {
  /** By resource (a URI, or a family such as `eip155` in WalletConnect), then by ability (`crud/read`): limits, of which any one must hold. */
  att: Readonly<Record<string, Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>>>
  /** Capabilities (CIDs) from which these derive. */
  prf?: readonly string[]
}

const prefix = 'urn:recap:'
/** Without the quotation mark, which would end the name of the resource in {@link describeRecap}. */
const resourceText = /^[A-Za-z0-9._~:/?#[\]@!$&()*+,;=%-]+$/
const abilityText = /^[A-Za-z0-9.*_+-]+\/[A-Za-z0-9.*_+-]+$/

/** Start of the sentence of every recap. Source: ERC-5573, ReCap translation algorithm. */
export const recapPreamble = 'I further authorize the stated URI to perform the following actions on my behalf:'

/** Whether a resource is a recap, or looks like one: the letter case of `urn:` does not count. */
export function isRecap(resource: string): boolean {
  return resource.slice(0, prefix.length).toLowerCase() === prefix
}

/** Writes a recap as the resource that grants its abilities to an app. */
export function writeRecap({ att, prf }: Recap): string {
  const json = JSON.stringify({ att: sortKeys(att), ...(prf && { prf }) })
  const binary = String.fromCharCode(...new TextEncoder().encode(json))
  return prefix + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/**
 * Reads the resource of a recap. Only one form is valid: sorted keys without duplicates, no spaces, base64url without padding. Returns
 * undefined for any other form, and for content that its sentence cannot express.
 *
 * @example readRecap('urn:recap:eyJhdHQiOnsiZWlwMTU1Ijp7InJlcXVlc3QvcGVyc29uYWxfc2lnbiI6W3t9XX19fQ')?.att // { eip155: { 'request/personal_sign': [{}] } }
 */
export function readRecap(resource: string): Recap | undefined {
  try {
    const base64 = resource.slice(prefix.length).replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const recap: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return isRecapDetails(recap) && writeRecap(recap) === resource ? recap : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns the sentence with which the statement of a message must end for its recap. Sorts abilities of a kind, because wallets do, even
 * if a more lenient reader accepted a recap in another order.
 *
 * @example describeRecap({ att: { eip155: { 'request/personal_sign': [{}] } } }) // "I further authorize … (1) 'request': 'personal_sign' for 'eip155'."
 */
export function describeRecap({ att }: Recap): string {
  const parts = Object.entries(att).flatMap(([resource, abilities]) => {
    const namespaces = new Map<string, string[]>()
    for (const ability of Object.keys(abilities)) {
      const [namespace = '', name = ''] = ability.split('/')
      namespaces.set(namespace, [...(namespaces.get(namespace) ?? []), `'${name}'`])
    }
    return [...namespaces].map(([namespace, names]) => `'${namespace}': ${names.sort().join(', ')} for '${resource}'.`)
  })
  return [recapPreamble, ...parts.map((part, index) => `(${index + 1}) ${part}`)].join(' ')
}

function isRecapDetails(value: unknown): value is Recap {
  if (!isObject(value) || !isObject(value.att)) return false
  const { att, prf, ...rest } = value
  if (Object.keys(rest).length > 0) return false
  if (prf !== undefined && !(Array.isArray(prf) && prf.every((cid) => typeof cid === 'string'))) return false
  const allows = (abilities: unknown) =>
    isObject(abilities) &&
    hasKeys(abilities, abilityText) &&
    Object.values(abilities).every((limits) => Array.isArray(limits) && limits.every(isObject))
  return hasKeys(att, resourceText) && Object.values(att).every(allows)
}

function hasKeys(value: object, form: RegExp): boolean {
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every((key) => form.test(key))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (!isObject(value)) return value
  const keys = Object.keys(value).sort()
  return Object.fromEntries(keys.map((key) => [key, sortKeys(value[key])]))
}
