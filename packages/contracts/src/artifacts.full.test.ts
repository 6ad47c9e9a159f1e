import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { artifactFiles } from './compiler/artifactFiles.ts'
import { compileContracts } from './compiler/compileContracts.ts'

it('behavior: compiling the sources again gives the checked-in files', () => {
  for (const [path, content] of artifactFiles(compileContracts())) {
    if (path.endsWith('.json')) expect(content, path).toBe(readFileSync(path, 'utf8'))
  }
})
