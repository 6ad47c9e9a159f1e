// The published shape of every library: emitted by plain tsc, packed, and looked at by publint and attw.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { workspaces } from '../lib/workspaces.mjs'

let failed = false
for (const { path, manifest } of workspaces()) {
  if (path === '.' || manifest.private) continue
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-package-'))
  try {
    rmSync(`${path}/dist`, { recursive: true, force: true })
    const config = join(path, 'tsconfig.emit.tmp.json')
    writeFileSync(
      config,
      JSON.stringify({
        extends: './tsconfig.json',
        compilerOptions: { noEmit: false, rootDir: 'src', outDir: 'dist' },
        include: ['src'],
        exclude: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'src/**/testing/**'],
      }),
    )
    try {
      run('emit', 'node_modules/typescript7/bin/tsc', ['-p', config, '--pretty', 'false'])
    } finally {
      rmSync(config)
    }
    const pack = spawnSync('npm', ['pack', '--json', '--pack-destination', folder], {
      cwd: path,
      encoding: 'utf8',
      shell: false,
    })
    const answer = JSON.parse(pack.stdout)
    const { filename } = Array.isArray(answer) ? answer[0] : Object.values(answer)[0]
    const tarball = resolve(folder, filename.replace('@', '').replace('/', '-'))
    run('publint', 'node_modules/publint/src/cli.js', ['run', tarball, '--strict'])
    run('attw', 'node_modules/@arethetypeswrong/cli/dist/index.js', [
      tarball,
      '--profile',
      'esm-only',
      '--no-emoji',
      '--quiet',
    ])
    console.log(`${manifest.name}: emitted, packed, in good shape`)
  } catch (error) {
    failed = true
    console.error(`${manifest.name}: ${error.message}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
    rmSync(`${path}/dist`, { recursive: true, force: true })
  }
}
process.exit(failed ? 1 : 0)

function run(what, file, args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${what} failed:\n${stdout}${stderr}`)
}
