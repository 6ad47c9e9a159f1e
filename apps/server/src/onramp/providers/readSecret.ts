import { ServiceError } from '@latchkey/protocol/errors'

/**
 * Reads a secret of the configuration: it stands there, or in a variable of the environment. It is in no message.
 *
 * @param options.name where the configuration has it: `onramp.sandbox.key`
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
