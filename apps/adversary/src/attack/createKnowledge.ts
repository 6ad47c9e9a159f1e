/** Everything that an attacker has received in a run. */
export type Knowledge = {
  /** Records received data of any kind. */
  learn: (data: unknown) => void
  /** Returns all of it as text; bytes as hexadecimal, base64 and base64url. */
  text: () => string
  /** Returns all values of a field name, the newest last. */
  named: (name: string) => readonly unknown[]
  /** Returns the newest value of a field name. */
  newest: (name: string) => unknown
  /** EVM signatures, 65 bytes. */
  signatures: () => readonly string[]
  /** Returns the tokens of links in emails. */
  tokens: () => readonly string[]
}

/** Creates an empty {@link Knowledge}. */
export function createKnowledge(): Knowledge {
  const texts: string[] = []
  const byName = new Map<string, unknown[]>()
  const signatures = new Set<string>()
  const tokens = new Set<string>()

  const walk = (value: unknown, depth: number) => {
    if (depth > 12 || value === null || value === undefined) return
    if (typeof value === 'string') {
      for (const [found] of value.matchAll(/0x[0-9a-f]{130}\b/gi)) signatures.add(found)
      for (const [, token] of value.matchAll(/[#=]([A-Za-z0-9_-]{43})\b/g)) if (token) tokens.add(token)
      return
    }
    if (typeof value !== 'object') return
    for (const [name, entry] of Object.entries(value)) {
      if (!Array.isArray(value)) {
        const known = byName.get(name)
        if (known) known.push(entry)
        else byName.set(name, [entry])
      }
      walk(entry, depth + 1)
    }
  }
  return {
    learn: (data) => {
      if (data === undefined) return
      texts.push(toText(data))
      walk(data, 0)
    },
    text: () => texts.join('\n'),
    named: (name) => byName.get(name) ?? [],
    newest: (name) => byName.get(name)?.at(-1),
    signatures: () => [...signatures],
    tokens: () => [...tokens],
  }
}

function toText(data: unknown): string {
  if (typeof data === 'string') return data
  return JSON.stringify(data, (_, value) => {
    if (typeof value === 'bigint') return String(value)
    if (value instanceof Uint8Array || value instanceof ArrayBuffer) {
      const bytes = Buffer.from(value as Uint8Array)
      return `${bytes.toString('hex')} ${bytes.toString('base64')} ${bytes.toString('base64url')}`
    }
    return value
  })
}
