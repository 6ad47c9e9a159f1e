import { spawnSync } from 'node:child_process'

/** Runs an installed program of the repository. Throws its output if it fails. */
export function runTool(what, file, args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${what} failed:\n${stdout}${stderr}`)
}
