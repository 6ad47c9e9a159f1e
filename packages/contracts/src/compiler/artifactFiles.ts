import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Artifact } from './Artifact.ts'

/** The folder of the checked-in artifacts. */
export const artifactsFolder = fileURLToPath(new URL('../../artifacts/', import.meta.url))

/** The folder of the TypeScript files generated from them. */
export const generatedFolder = fileURLToPath(new URL('../generated/', import.meta.url))

/** Reads the checked-in artifacts, sorted by contract name. */
export function readArtifacts(): Artifact[] {
  return readdirSync(artifactsFolder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => JSON.parse(readFileSync(join(artifactsFolder, file), 'utf8')))
}

/** Returns all files of a set of artifacts by absolute path: the JSON, the typed ABI and the bytecode of each. */
export function artifactFiles(artifacts: readonly Artifact[]): Map<string, string> {
  const files = new Map<string, string>()
  for (const artifact of artifacts) {
    const name = lowerFirst(artifact.contractName)
    files.set(join(artifactsFolder, `${artifact.contractName}.json`), `${JSON.stringify(artifact, null, 2)}\n`)
    files.set(
      join(generatedFolder, `${name}Abi.ts`),
      `${banner(artifact)}\n/** ABI of contract \`${artifact.contractName}\`. */\nexport const ${name}Abi = ${JSON.stringify(artifact.abi, null, 2)} as const\n`,
    )
    files.set(
      join(generatedFolder, `${name}Bytecode.ts`),
      `${banner(artifact)}\n/** Creation code of contract \`${artifact.contractName}\`; constructor arguments follow it. */\nexport const ${name}Bytecode =\n  '${artifact.bytecode}' as const\n`,
    )
    if (!artifact.runtime) continue
    files.set(
      join(generatedFolder, `${name}Runtime.ts`),
      `${banner(artifact)}\n/** The code of contract \`${artifact.contractName}\` that runs, to be laid over an address. */\nexport const ${name}Runtime =\n  '${artifact.runtime}' as const\n`,
    )
  }
  return files
}

function banner({ sourceName }: Artifact): string {
  return `// Generated from solidity/${sourceName} by \`npm run compile -w @latchkey/contracts\`; do not edit.`
}

function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}
