import { ServiceError } from '@latchkey/protocol/errors'

/**
 * Reads a secret from the configuration, or from the environment variable that the configuration names. No error message
 * contains it.
 *
 * @param options.name its place in the configuration: `onramp.sandbox.key`
 * @throws LatchkeyError `config_invalid`
 */
export function readSecret({
  from: { secret, secretVariable },
  name,
  env,
}: {
  from: { secret?: string | undefined; secretVariable?: string | undefined }
  name: string
  env: Readonly<Record<string, string | undefined>>
}): string {
  const found = secret ?? (secretVariable === undefined ? undefined : env[secretVariable]?.trim())
  if (found) return found
  const message = secretVariable
    ? `${name}.secretVariable: the environment variable ${secretVariable} is not set.`
    : `${name}: found no secret; expected secret or secretVariable.`
  throw new ServiceError('config_invalid', { message })
}
