/**
 * Compiles the Solidity sources and writes the checked-in artifacts and typed ABIs. Run it after every change below
 * `solidity/`: `npm run compile -w @latchkey/contracts`.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { artifactFiles, artifactsFolder, generatedFolder } from './compiler/artifactFiles.ts'
import { compileContracts } from './compiler/compileContracts.ts'

const files = artifactFiles(compileContracts())
for (const folder of [artifactsFolder, generatedFolder]) {
  mkdirSync(folder, { recursive: true })
  for (const file of readdirSync(folder)) if (!files.has(join(folder, file))) rmSync(join(folder, file))
}
for (const [path, content] of files) writeFileSync(path, content)
process.stdout.write(`Wrote ${files.size} files.\n`)
