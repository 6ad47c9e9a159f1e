import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { ServiceError } from '@latchkey/protocol/errors'

const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/**
 * Finds the anvil program: the platform's npm package, else `anvil` on the PATH. The package's own binary is started
 * directly, because its wrapper script would be one more process, of 44 MB, to end.
 *
 * @throws LatchkeyError `devnet_node_missing` with what to do about it.
 */
export async function anvilBinary({
  environment = process.env,
  packageOf = packageFolder,
}: {
  environment?: NodeJS.ProcessEnv
  /** The folder of an installed package. */
  packageOf?: (name: string) => string | undefined
} = {}): Promise<string> {
  const name = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
  const packageName = `@foundry-rs/anvil-${process.platform}-${architectures[process.arch] ?? process.arch}`
  const candidates = (environment.PATH ?? '').split(delimiter).map((folder) => join(folder, name))
  const packaged = packageOf(packageName)
  if (packaged) candidates.unshift(join(packaged, 'bin', name))
  for (const candidate of candidates) {
    if (await isExecutable(candidate)) return candidate
  }
  throw new ServiceError('devnet_node_missing', {
    message: `The local chains need anvil: install the package ${packageName}@1.7.1, or put anvil 1.7.1 on the PATH`,
  })
}

function packageFolder(name: string): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
  } catch {
    return undefined
  }
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
