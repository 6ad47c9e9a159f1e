/**
 * Writes the addresses of the compiled contracts to `contracts/addresses.ts`. `npm run compile -w @latchkey/contracts` runs
 * it last.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { devnetContracts } from '@latchkey/devnet'

const file = fileURLToPath(new URL('../contracts/addresses.ts', import.meta.url))
const { smartAccountFactory, smartAccountImplementation, smartAccountSessions } = devnetContracts
const addresses = {
  factory: smartAccountFactory,
  implementation: smartAccountImplementation,
  sessions: smartAccountSessions,
}

let text = readFileSync(file, 'utf8')
for (const [name, address] of Object.entries(addresses)) {
  text = text.replace(new RegExp(`(\\n  ${name}: )'0x[0-9a-fA-F]{40}'`), `$1'${address}'`)
}
writeFileSync(file, text)
process.stdout.write(`Smart accounts are made by ${addresses.factory}.\n`)
