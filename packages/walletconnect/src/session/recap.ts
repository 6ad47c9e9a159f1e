import { type Recap, writeRecap as writeProtocolRecap } from '@latchkey/protocol/siwx'
import { fromBase64Url } from '../crypto/base64.ts'

const prefix = 'urn:recap:'
const ability = 'request/'

/** Returns the resource that grants an app these methods, limited to the chains if any are given. */
export function writeRecap({
  family,
  methods,
  chains,
}: {
  family: string
  methods: readonly string[]
  chains?: readonly string[]
}): string {
  const limits = [chains ? { chains } : {}]
  const actions = methods.map((method) => [ability + method, limits])
  return writeProtocolRecap({ att: { [family]: Object.fromEntries(actions) } })
}

/**
 * Reads the recap from resources, where it can only be the last one. More lenient than the standard, because the wallet itself
 * enforces a session. A verifier of sign-ins reads it strictly.
 */
export function readRecap(resources: readonly string[] | undefined): Recap | undefined {
  const last = resources?.at(-1)
  if (!last?.startsWith(prefix)) return undefined
  try {
    const { att } = JSON.parse(new TextDecoder().decode(fromBase64Url(last.slice(prefix.length))))
    const isRecap = Object.values(att).every((actions) => Object.values(actions as object).every(Array.isArray))
    return isRecap ? { att } : undefined
  } catch {
    return undefined
  }
}

/** Returns the methods and chains that a recap grants. */
export function readRecapGrants(recap: Recap | undefined): { methods: string[]; chains: string[] } {
  const actions = Object.values(recap?.att ?? {}).flatMap((entries) => Object.entries(entries))
  return {
    methods: unique(actions.flatMap(([name]) => (name.startsWith(ability) ? name.slice(ability.length) : []))),
    chains: unique(
      actions.flatMap(([, limits]) => limits.flatMap((limit) => (Array.isArray(limit?.chains) ? limit.chains : []))),
    ),
  }
}

function unique(values: readonly unknown[]): string[] {
  return [...new Set(values)].filter((value) => typeof value === 'string')
}
