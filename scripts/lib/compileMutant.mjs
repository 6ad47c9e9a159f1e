// Compiles one contract of ours with one of its sources changed.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(join(process.cwd(), 'packages/contracts/package.json'))
const importPattern = /^\s*import\s[^;]*?["']([^"']+)["']\s*;/gm

/**
 * @param {{ contract: string, file: string, change: (source: string) => string }} options the contract that is made, and the source of it that
 * is changed
 * @returns {string} its creation code
 * @throws Error with the compiler's words
 */
export function compileMutant({ contract, file, change }) {
  const { sourceName, compiler } = JSON.parse(readFileSync(`packages/contracts/artifacts/${contract}.json`, 'utf8'))
  const sources = {}
  const open = [sourceName]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (sources[path]) continue
    const place = path.startsWith('@') ? require.resolve(path) : join('packages/contracts/solidity', path)
    const source = readFileSync(place, 'utf8')
    sources[path] = { content: path === file ? change(source) : source }
    for (const [, target] of source.matchAll(importPattern))
      open.push(target.startsWith('.') ? join(path, '..', target) : target)
  }
  const outputSelection = { [sourceName]: { [contract]: ['evm.bytecode.object'] } }
  const input = { language: 'Solidity', sources, settings: { ...compiler.settings, outputSelection } }
  const { errors = [], contracts } = JSON.parse(require('solc').compile(JSON.stringify(input)))
  const faults = errors.filter(({ severity }) => severity === 'error')
  if (faults.length > 0) throw new Error(faults.map(({ formattedMessage }) => formattedMessage).join('\n'))
  return contracts[sourceName][contract].evm.bytecode.object
}
