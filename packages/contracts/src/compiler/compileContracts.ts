import solc from 'solc'
import type { AbiEntry, Artifact } from './Artifact.ts'
import { compilerSettings } from './compilerSettings.ts'
import { closureOf, hashSource, readSources } from './readSources.ts'

type CompilerOutput = {
  errors?: readonly { severity: string; formattedMessage: string }[]
  contracts?: Record<string, Record<string, { abi: AbiEntry[]; evm: { bytecode: { object: string } } }>>
}

/**
 * Compiles every contract of `solidity/`. Takes some seconds: for development and tests, never at start.
 *
 * @throws Error with the compiler's own messages when a source has errors or warnings.
 */
export function compileContracts(): Artifact[] {
  const sources = readSources()
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries([...sources].map(([path, content]) => [path, { content }])),
    settings: { ...compilerSettings, outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
  }
  const output: CompilerOutput = JSON.parse(solc.compile(JSON.stringify(input)))
  const complaints = (output.errors ?? []).filter(({ severity }) => severity !== 'info')
  if (complaints.length > 0) throw new Error(complaints.map(({ formattedMessage }) => formattedMessage).join('\n'))

  const artifacts: Artifact[] = []
  for (const [sourceName, contracts] of Object.entries(output.contracts ?? {})) {
    if (sourceName.startsWith('@')) continue
    for (const [contractName, { abi, evm }] of Object.entries(contracts)) {
      artifacts.push({
        contractName,
        sourceName,
        abi,
        bytecode: `0x${evm.bytecode.object}`,
        compiler: { version: solc.version(), settings: compilerSettings },
        sources: Object.fromEntries(
          closureOf({ sources, path: sourceName }).map((path) => [path, hashSource(sources.get(path) ?? '')]),
        ),
      })
    }
  }
  return artifacts.sort((a, b) => a.contractName.localeCompare(b.contractName))
}
