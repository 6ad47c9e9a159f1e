import { describe, expect, it } from 'vitest'
import { readArtifacts } from './compiler/artifactFiles.ts'
import { closureOf, hashSource, readSources } from './compiler/readSources.ts'
import * as contracts from './exports/index.ts'

const artifacts = readArtifacts()

describe('artifacts', () => {
  it('default: their source hashes are those of the sources', () => {
    const sources = readSources()
    expect(artifacts.map(({ sourceName }) => sourceName).sort()).toEqual(
      [...sources.keys()].filter((path) => !path.includes('/')).sort(),
    )
    for (const artifact of artifacts) {
      const now = closureOf({ sources, path: artifact.sourceName }).map((path) => [
        path,
        hashSource(sources.get(path) ?? ''),
      ])
      expect(Object.fromEntries(now), `${artifact.contractName}: run npm run compile -w @latchkey/contracts`).toEqual(
        artifact.sources,
      )
    }
  })

  it.each(artifacts.map((artifact) => [artifact.contractName, artifact] as const))(
    'behavior: %s is exported with its ABI and bytecode',
    (contractName, artifact) => {
      const name = contractName.charAt(0).toLowerCase() + contractName.slice(1)
      const exported: Record<string, unknown> = contracts
      expect(exported[`${name}Abi`]).toEqual(artifact.abi)
      expect(exported[`${name}Bytecode`]).toBe(artifact.bytecode)
      expect(artifact.bytecode.length).toBeLessThan(2 + 2 * 49_152)
    },
  )
})
