import solc from 'solc'
import type { AbiEntry, Artifact } from './Artifact.ts'
import { compilerSettings, overlays } from './compilerSettings.ts'
import { closureOf, hashSource, readSources } from './readSources.ts'

type Code = { object: string }

type CompilerOutput = {
  errors?: readonly { severity: string; formattedMessage: string; sourceLocation?: { file: string } }[]
  contracts?: Record<string, Record<string, { abi: AbiEntry[]; evm: Record<'bytecode' | 'deployedBytecode', Code> }>>
}

/**
 * Compiles every contract of `solidity/`. It takes some seconds, so it is only for development and tests.
 *
 * @throws Error with the compiler's messages if a source has errors, or one of ours has warnings.
 */
export function compileContracts(): Artifact[] {
  const sources = readSources()
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries([...sources].map(([path, content]) => [path, { content }])),
    settings: {
      ...compilerSettings,
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
    },
  }
  const output: CompilerOutput = JSON.parse(solc.compile(JSON.stringify(input)))
  const complaints = (output.errors ?? []).filter(
    ({ severity, sourceLocation }) =>
      severity === 'error' || (severity === 'warning' && !sourceLocation?.file.startsWith('@')),
  )
  if (complaints.length > 0) throw new Error(complaints.map(({ formattedMessage }) => formattedMessage).join('\n'))

  const artifacts: Artifact[] = []
  for (const [sourceName, contracts] of Object.entries(output.contracts ?? {})) {
    // Folders contain structs and libraries, which have no artifacts.
    if (sourceName.includes('/')) continue
    for (const [contractName, { abi, evm }] of Object.entries(contracts)) {
      // An interface.
      if (evm.bytecode.object === '') continue
      artifacts.push({
        contractName,
        sourceName,
        abi,
        bytecode: `0x${evm.bytecode.object}`,
        ...(overlays.includes(contractName) ? { runtime: `0x${evm.deployedBytecode.object}` as const } : {}),
        compiler: { version: solc.version(), settings: compilerSettings },
        sources: Object.fromEntries(
          closureOf({ sources, path: sourceName }).map((path) => [path, hashSource(sources.get(path) ?? '')]),
        ),
      })
    }
  }
  return artifacts.sort((a, b) => a.contractName.localeCompare(b.contractName))
}
