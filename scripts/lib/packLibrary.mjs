import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runTool } from './runTool.mjs'

/** Emits without a type check, which `tsc -b` does; the output is the same. */
const emitOnly = ['--pretty', 'false', '--singleThreaded', '--noCheck']

/** Instead of the declarations alone, which `tsc -b` keeps between the workspaces. */
const published = {
  ...{ composite: false, incremental: false, tsBuildInfoFile: null, emitDeclarationOnly: false },
  ...{ allowImportingTsExtensions: false, rewriteRelativeImportExtensions: true, declarationMap: true },
  ...{ rootDir: 'src', outDir: 'dist' },
}

/**
 * Packs a library as it would be published: emitted by plain tsc, packed by npm. It removes the emitted files afterwards.
 *
 * @returns the path of the .tgz in the existing folder `destination`, and its files
 */
export function packLibrary({ path, destination }) {
  const config = join(path, 'tsconfig.emit.tmp.json')
  rmSync(`${path}/dist`, { recursive: true, force: true })
  writeFileSync(
    config,
    JSON.stringify({
      extends: './tsconfig.json',
      compilerOptions: published,
      include: ['src'],
      exclude: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'src/**/testing/**'],
    }),
  )
  try {
    runTool('emit', 'node_modules/typescript7/bin/tsc', ['-p', config, ...emitOnly])
    const { status, stdout, stderr } = spawnSync(
      'npm',
      ['pack', '--json', '--pack-destination', resolve(destination)],
      {
        cwd: path,
        encoding: 'utf8',
      },
    )
    if (status !== 0) throw new Error(`npm pack failed:\n${stderr}`)
    const answer = JSON.parse(stdout)
    const { filename, files } = Array.isArray(answer) ? answer[0] : Object.values(answer)[0]
    return {
      tarball: join(resolve(destination), filename.replace('@', '').replace('/', '-')),
      files: files.map(({ path: file }) => file),
    }
  } finally {
    rmSync(config, { force: true })
    rmSync(`${path}/dist`, { recursive: true, force: true })
  }
}
