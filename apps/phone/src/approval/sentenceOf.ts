import type { Description } from '@latchkey/clear-signing'
import { shortAddress } from '../ui/shortAddress.ts'
import { domainOf } from './checkDomain.ts'
import { essenceOf } from './essenceOf.ts'
import { writeAmount } from './writeAmount.ts'

/** Returns a sentence about the effect of a request, with amount and counterpart if there is one of each. */
export function sentenceOf({ description, host }: { description: Description; host: string | null }): string {
  const essence = essenceOf(description)
  const amount = essence.amount && writeAmount(essence.amount)
  const who = essence.party && (essence.party.name ?? shortAddress(essence.party.address))
  const known = (text: string, otherwise: string) => (who === null ? otherwise : text)
  const exact = (text: string, otherwise: string) => (who === null || amount === null ? otherwise : text)
  const sized = (text: string, otherwise: string) => (amount === null ? otherwise : text)
  const forbidden = description.findings.find(({ code }) => code === 'methodForbidden')
  if (forbidden) return `The site asks for “${forbidden.values.method ?? 'an unknown method'}”`
  switch (description.intent) {
    case 'send':
      return exact(`Send ${amount} to ${who}`, 'Send tokens')
    case 'sendNft':
      return known(`Send a collectible to ${who}`, 'Send a collectible')
    case 'approve':
      return exact(`Let ${who} spend ${amount}`, 'Let another account spend your tokens')
    case 'permit':
      return exact(`Let ${who} spend ${amount}`, 'Let another account spend your tokens')
    case 'revokeApproval':
      return known(`Stop ${who} from spending`, 'Revoke an approval')
    case 'approveAll':
      return known(`Let ${who} move a whole collection`, 'Let another account move a whole collection')
    case 'swap':
      return 'Swap tokens'
    case 'wrap':
      return sized(`Wrap ${amount}`, 'Wrap coins')
    case 'unwrap':
      return sized(`Unwrap ${amount}`, 'Unwrap coins')
    case 'deposit':
      return sized(`Deposit ${amount}`, 'Deposit into a contract')
    case 'withdraw':
      return sized(`Withdraw ${amount}`, 'Withdraw from a contract')
    case 'grantPermissions':
      return 'Let an app act for you'
    case 'revokePermissions':
      return 'Revoke a permission'
    case 'deploy':
      return 'Create a contract'
    case 'contractCall':
      return known(`Call ${who}`, 'Call a contract')
    case 'batch':
      return `${description.parts.length} steps at once`
    case 'signIn':
      return signInSentence({ message: description.message, host })
    case 'signMessage':
      return nameSentence(description) ?? 'Sign a message'
    case 'signTypedData':
      return 'Sign structured data'
    case 'programCall':
      return known(`Run a program: ${who}`, 'Run a program')
    case 'createAccount':
      return 'Create an account'
    case 'closeAccount':
      return 'Close an account'
    case 'changeAuthority':
      return known(`Give control to ${who}`, 'Change who controls an account')
    case 'burn':
      return sized(`Destroy ${amount}`, 'Destroy tokens')
    case 'transactions':
      return `Sign ${description.parts.length} transactions`
    case 'sendToSelf':
      return 'Move coins within your own wallet'
    case 'signPart':
      return 'Sign your part of a transaction'
  }
}

/** Returns a sentence about the effect of a message about a name; undefined for other messages. */
function nameSentence({ nameMessage }: Description): string | undefined {
  if (!nameMessage) return undefined
  const { name, network } = nameMessage
  return network === null
    ? `Register or change ${name} for this account`
    : `Let ${name} stand for this address on ${network}`
}

/** Returns a sentence with the site in the text, no matter which app asks. */
function signInSentence({ message, host }: { message: string | null; host: string | null }): string {
  const where = (message === null ? undefined : domainOf(message)) ?? host
  return where === null ? 'Sign in' : `Sign in to ${where}`
}
