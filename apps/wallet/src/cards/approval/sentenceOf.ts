import type { Description } from '@latchkey/clear-signing'
import type { Scope } from '../../ui/Scope.ts'
import { shortAddress } from '../../ui/shortAddress.ts'
import { amountText } from './amountText.ts'
import { factsOf } from './factsOf.ts'

export type SentenceParameters = {
  scope: Pick<Scope, 't' | 'format'>
  description: Description
  /** The verified origin of the site that asks. */
  origin: string
}

/** Describes a request in one sentence, with amount and counterparty if known. */
export function sentenceOf({ scope, description, origin }: SentenceParameters): string {
  const { t } = scope
  const { intent, parts, nameMessage } = description
  const facts = factsOf(description)
  const amount =
    facts.amount === null
      ? null
      : amountText({ scope, asset: facts.amount.asset, text: facts.amount.text, isUnlimited: facts.amount.isUnlimited })
  const who = facts.party === null ? null : (facts.party.value.name ?? shortAddress(facts.party.value.address))
  const receivers = description.family?.coins?.outputs.filter(({ kind }) => kind === 'receiver').length ?? 0
  if (intent === 'send' && receivers > 1) return t('intent.sendMany', { count: receivers })
  if (nameMessage) {
    const { name, network } = nameMessage
    return network === null ? t('intent.setName', { name }) : t('intent.setNameAddress', { name, network })
  }
  switch (intent) {
    case 'send':
    case 'approve':
    case 'permit':
      return amount === null || who === null ? t(`intent.${intent}.plain`) : t(`intent.${intent}`, { amount, who })
    case 'sendNft':
    case 'approveAll':
    case 'revokeApproval':
    case 'contractCall':
      return who === null ? t(`intent.${intent}.plain`) : t(`intent.${intent}`, { who })
    case 'wrap':
    case 'unwrap':
    case 'deposit':
    case 'withdraw':
      return amount === null ? t(`intent.${intent}.plain`) : t(`intent.${intent}`, { amount })
    case 'programCall':
    case 'changeAuthority':
      return who === null ? t(`intent.${intent}.plain`) : t(`intent.${intent}`, { who })
    case 'burn':
      return amount === null ? t('intent.burn.plain') : t('intent.burn', { amount })
    case 'transactions':
      return t('intent.transactions', { count: parts.length })
    case 'batch':
      return t('intent.batch', { count: parts.length })
    case 'grantPermissions':
      return t('intent.grantPermissions', { who: origin.replace(/^https?:\/\//, '') })
    case 'signIn':
      return t('intent.signIn', { who: origin.replace(/^https?:\/\//, '') })
    default:
      return t(`intent.${intent}`)
  }
}
