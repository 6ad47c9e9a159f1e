import { fromBase64Url, toBase64 } from '../crypto/base64.ts'

const prefix = 'urn:recap:'
const ability = 'request/'

/** What a signature allows an app: by family (`eip155`), then by action (`request/personal_sign`), with limits. Source: ERC-5573. */
export type Recap = Readonly<Record<string, Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>>>

/** The resource that says: this app may send these methods, on these chains alone where any are given. */
export function writeRecap({
  family,
  methods,
  chains,
}: {
  family: string
  methods: readonly string[]
  chains?: readonly string[]
}): string {
  const actions = [...new Set(methods)]
    .sort((one, other) => one.localeCompare(other))
    .map((method) => [ability + method, [chains ? { chains } : {}]])
  const json = JSON.stringify({ att: { [family]: Object.fromEntries(actions) } })
  return prefix + toBase64(new TextEncoder().encode(json)).replace(/=+$/, '')
}

/** Reads the recap among resources: it is the last of them, or there is none. */
export function readRecap(resources: readonly string[] | undefined): Recap | undefined {
  const last = resources?.at(-1)
  if (!last?.startsWith(prefix)) return undefined
  try {
    const { att } = JSON.parse(new TextDecoder().decode(fromBase64Url(last.slice(prefix.length))))
    const isRecap = Object.values(att).every((actions) => Object.values(actions as object).every(Array.isArray))
    return isRecap ? att : undefined
  } catch {
    return undefined
  }
}

/** The methods and chains that a recap speaks of. */
export function readRecapGrants(recap: Recap | undefined): { methods: string[]; chains: string[] } {
  const actions = Object.values(recap ?? {}).flatMap((entries) => Object.entries(entries))
  return {
    methods: unique(actions.flatMap(([name]) => (name.startsWith(ability) ? name.slice(ability.length) : []))),
    chains: unique(
      actions.flatMap(([, limits]) => limits.flatMap((limit) => (Array.isArray(limit?.chains) ? limit.chains : []))),
    ),
  }
}

/**
 * The sentence that the signed text must have for what the recap allows. Source: ERC-5573, recap translation; abilities of one kind
 * stand together and in order.
 */
export function describeRecap(recap: Recap): string {
  let count = 0
  const sentences = Object.entries(recap).flatMap(([family, actions]) => {
    const kinds = new Map<string, string[]>()
    for (const action of Object.keys(actions)) {
      const [kind = '', name = ''] = action.split('/')
      kinds.set(kind, [...(kinds.get(kind) ?? []), name])
    }
    return [...kinds].map(([kind, names]) => {
      const list = names.sort((one, other) => one.localeCompare(other)).join("', '")
      return `(${++count}) '${kind}': '${list}' for '${family}'.`
    })
  })
  return `I further authorize the stated URI to perform the following actions on my behalf: ${sentences.join(' ')}`
}

function unique(values: readonly unknown[]): string[] {
  return [...new Set(values)].filter((value) => typeof value === 'string')
}
