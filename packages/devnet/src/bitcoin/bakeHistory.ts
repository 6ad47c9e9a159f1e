import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createBitcoinNode, type NodeRecord } from './node/createBitcoinNode.ts'
import { scriptOf } from './node/regtestScript.ts'
import { bitcoinAccounts } from './world/accounts.ts'
import { seedHistory } from './world/seedHistory.ts'

/** The folders whose code decides what the history looks like. */
const sources = ['node/', 'world/'] as const

/**
 * Returns the seeded history. It is made once for each UTC day, and then read from the folder. The file gets its name only when it
 * is complete, which makes concurrent baking safe.
 */
export async function bakeHistory({
  folder,
  now,
}: {
  folder: string | undefined
  now: Date
}): Promise<readonly NodeRecord[]> {
  const file = folder && join(folder, `bitcoin-${bakeKey(now)}.json`)
  const kept = file && readKept(file)
  if (kept) return kept
  const records: NodeRecord[] = []
  const minerScript = scriptOf(bitcoinAccounts().faucet.payment.address) ?? ''
  const node = await createBitcoinNode({ minerScript, onRecord: (record) => records.push(record) })
  await seedHistory({ node, now: Math.floor(now.getTime() / 1000) })
  await node.close()
  const blocks = records.filter((record) => 'block' in record)
  if (folder && file) {
    mkdirSync(folder, { recursive: true })
    const unfinished = `${file}.${process.pid}.tmp`
    writeFileSync(unfinished, JSON.stringify(blocks))
    renameSync(unfinished, file)
  }
  return blocks
}

function readKept(file: string): readonly NodeRecord[] | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

function bakeKey(now: Date): string {
  const hash = createHash('sha256').update(now.toISOString().slice(0, 10))
  for (const folder of sources) {
    const path = fileURLToPath(new URL(folder, import.meta.url))
    for (const name of readdirSync(path).sort()) {
      if (!name.includes('.test.')) hash.update(`${name}:`).update(readFileSync(join(path, name)))
    }
  }
  return hash.digest('hex').slice(0, 32)
}
