import type { EvmAddress } from '@latchkey/protocol'
import { getAddress } from 'viem'
import type { SignInMessage } from './SignInMessage.ts'

const uri = '[A-Za-z][A-Za-z0-9+.-]*:[!-~]*'
const time = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?(?:Z|[+-]\\d\\d:\\d\\d)'

/** A sign-in, line by line. What may be left out stands in a group of its own; nothing else may be missing, moved or added. */
const grammar = new RegExp(
  [
    '^(?<domain>[!-~]{1,300}) wants you to sign in with your Ethereum account:\\n',
    '(?<address>0x[0-9A-Fa-f]{40})\\n\\n',
    '(?:(?<statement>[^\\n]{1,300})\\n)?\\n',
    `URI: (?<uri>${uri})\\n`,
    'Version: 1\\n',
    'Chain ID: (?<chainId>[0-9]{1,20})\\n',
    'Nonce: (?<nonce>[A-Za-z0-9]{8,})\\n',
    `Issued At: (?<issuedAt>${time})`,
    `(?:\\nExpiration Time: (?<expirationTime>${time}))?`,
    `(?:\\nNot Before: (?<notBefore>${time}))?`,
    '(?:\\nRequest ID: [!-~]*)?',
    `(?:\\nResources:(?<resources>(?:\\n- ${uri})*))?$`,
  ].join(''),
)

/**
 * Reads a message to sign in, to the letter: a text that could be read in two ways is none.
 *
 * @returns undefined when it is none
 * @see EIP-4361
 */
export function parseSignInMessage(text: string): SignInMessage | undefined {
  const groups = grammar.exec(text)?.groups
  if (!groups) return undefined
  const { domain = '', address = '', statement, uri: target = '', chainId = '', nonce = '', issuedAt = '' } = groups
  // Its letters are its checksum (EIP-55).
  if (getAddress(address) !== address) return undefined
  const { expirationTime, notBefore, resources = '' } = groups
  return {
    ...{ domain, address: address as EvmAddress, statement, uri: target, chainId, nonce, issuedAt },
    ...{ expirationTime, notBefore, resources: resources.split('\n- ').slice(1) },
  }
}
