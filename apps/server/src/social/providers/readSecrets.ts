import { readFile } from 'node:fs/promises'
import { ServiceError } from '@latchkey/protocol/errors'
import { type CryptoKey, importPKCS8 } from 'jose'
import type { SocialConfig, SocialEndpoints } from '../../platform/config/socialConfig.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** This server's credentials at a provider, with the secret itself. */
export type OauthEntry = { clientId: string; clientSecret: string; endpoints: SocialEndpoints }

/** This server's credentials at Apple, with the key itself. */
export type AppleEntry = {
  clientId: string
  teamId: string
  keyId: string
  key: CryptoKey
  endpoints: SocialEndpoints
}

/**
 * Reads the secret of a provider from its configured place.
 *
 * @throws LatchkeyError `config_invalid` if its variable is not set
 */
export function readOauthEntry({
  provider,
  entry: { clientId, clientSecret, secretVariable, endpoints = {} },
  env,
}: {
  provider: string
  entry: NonNullable<SocialConfig['google']>
  env: Environment
}): OauthEntry {
  const secret =
    clientSecret ?? readVariable({ setting: `social.${provider}.secretVariable`, name: secretVariable, env })
  return { clientId, clientSecret: secret, endpoints }
}

/**
 * Reads Apple's key from its configured place.
 *
 * @throws LatchkeyError `config_invalid` if the variable is not set, the file cannot be read, or it contains no key
 */
export async function readAppleEntry({
  entry: { clientId, teamId, keyId, privateKey, keyVariable, keyFile, endpoints = {} },
  env,
}: {
  entry: NonNullable<SocialConfig['apple']>
  env: Environment
}): Promise<AppleEntry> {
  const text =
    privateKey ??
    (keyFile === undefined
      ? readVariable({ setting: 'social.apple.keyVariable', name: keyVariable, env })
      : await readFile(keyFile, 'utf8').catch(() => {
          throw refuse(`social.apple.keyFile: ${keyFile} cannot be read. Set it to the .p8 file that Apple gave.`)
        }))
  // Environment variables often have the line ends of a multiline text as `
  // `.
  const key = await importPKCS8(text.replaceAll('\\n', '\n'), 'ES256').catch(() => {
    throw refuse('social.apple.privateKey: found no key; expected the PKCS #8 text of the .p8 file that Apple gave.')
  })
  return { clientId, teamId, keyId, key, endpoints }
}

function readVariable({ setting, name, env }: { setting: string; name: string | undefined; env: Environment }): string {
  const value = name && env[name]
  if (value) return value
  throw refuse(`${setting}: the environment variable ${name} is not set. Set it to the value from the provider.`)
}

function refuse(message: string): ServiceError {
  return new ServiceError('config_invalid', { message })
}
