import type { Description, Finding } from '@latchkey/clear-signing'
import { AddressText } from '../../ui/AddressText.tsx'
import { Detail, Details } from '../../ui/Details.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { Note } from '../../ui/Note.tsx'
import { type Scope, useScope } from '../../ui/Scope.ts'
import type { Card } from '../Card.ts'
import { amountText } from './amountText.ts'
import { isMessage } from './approveLabel.ts'
import { BalanceChanges } from './BalanceChanges.tsx'
import { CoinLists } from './CoinLists.tsx'
import { cutAmount } from './cutAmount.ts'
import { FeeDetail } from './FeeDetail.tsx'
import { FieldTree } from './FieldTree.tsx'
import { FindingNotes } from './FindingNotes.tsx'
import { factsOf } from './factsOf.ts'
import { MessageText } from './MessageText.tsx'
import { NameDeadline } from './NameDeadline.tsx'
import { PartyBox } from './PartyBox.tsx'
import { PermissionKey } from './PermissionDetails.tsx'
import { Permissions } from './Permissions.tsx'
import { RawDetails } from './RawDetails.tsx'
import { sentenceOf } from './sentenceOf.ts'

type ApproveCardState = Extract<Card, { kind: 'approve' }>

export type ApprovalBodyProps = {
  card: ApproveCardState & { description: Description }
  /** A finding that is already shown right above the button. */
  shownBelow?: Finding | null
}

/** Everything to see before an approval: effect, warnings, balance changes, counterparty, network and cost, text. */
export function ApprovalBody({
  card: { description, asker, network, account, earlier = [], operation },
  shownBelow = null,
}: ApprovalBodyProps) {
  const scope = useScope()
  const { t } = scope
  const { party, isMore } = factsOf(description)
  const { permissions, family, nameMessage } = description
  // The list of coins shows the same and more.
  const showsFields =
    family?.coins === undefined && (description.intent === 'signTypedData' || nameMessage !== undefined || isMore)
  const isGrant = description.intent === 'grantPermissions'
  const isTransaction =
    permissions === undefined &&
    (description.isOperation ||
      (family !== undefined && !isMessage(description)) ||
      description.transaction !== null ||
      description.parts.length > 0 ||
      description.fee !== null)
  return (
    <>
      <p class="sentence">{sentenceOf({ scope, description, origin: asker.origin })}</p>
      {earlier.map((hash) => (
        <Note key={hash} tone="warn">
          {t('approve.earlier', { hash })}
        </Note>
      ))}
      {nameMessage !== undefined && <NameDeadline timestamp={nameMessage.timestamp} />}
      {permissions !== undefined && <Permissions permissions={permissions} isGrant={isGrant} />}
      <FindingNotes findings={description.findings.filter((finding) => finding !== shownBelow)} />
      {operation?.setsUp && (
        <p class="aside">{t(operation.accountType === 'eoa' ? 'approve.upgrades' : 'approve.setsUp')}</p>
      )}
      {description.message !== null && nameMessage === undefined && (
        <div class="group">
          <h2 class="label">{t('approve.message')}</h2>
          <MessageText text={description.message} label={t('approve.message')} />
        </div>
      )}
      {isTransaction && <BalanceChanges changes={description.balanceChanges} />}
      {party !== null && description.intent !== 'signIn' && <PartyBox party={party} />}
      {family?.coins !== undefined && <CoinLists coins={family.coins} shown={party?.value.address ?? null} />}
      <Parts parts={description.parts} origin={asker.origin} />
      {showsFields && description.fields.length > 0 && (
        <Fold title={t('approve.data')} open>
          <FieldTree fields={description.fields} />
        </Fold>
      )}
      <Details>
        {permissions !== undefined && isGrant && <PermissionKey permissions={permissions} />}
        {!nameMessage?.network && (
          <Detail name={t('approve.network')}>
            <bdi translate={false}>{network.name}</bdi>
            {network.testnet && <small>{t('approve.testnet')}</small>}
          </Detail>
        )}
        {operation?.sponsor && (
          <Detail name={t('approve.fee')}>
            <span>{t('approve.paidFor', { name: operation.sponsor })}</span>
          </Detail>
        )}
        {description.fee !== null && <FeeDetail fee={description.fee} />}
        {description.intent === 'swap' && description.target?.name && (
          <Detail name={t('party.contract')}>
            <bdi translate={false}>{description.target.name}</bdi>
          </Detail>
        )}
        <KeyFields description={description} />
        {nameMessage !== undefined && (
          <Detail name={t('approve.time')}>
            <bdi class="figures" translate={false}>
              {scope.format.dateTime(nameMessage.timestamp * 1000)}
            </bdi>
          </Detail>
        )}
        <Detail name={t('approve.account')} stacked>
          <span>
            <AddressText address={account.address} />
            {account.person !== null && (
              <small>
                <bdi translate={false}>{account.person}</bdi>
              </small>
            )}
          </span>
        </Detail>
      </Details>
      <RawDetails description={description} withFields={!showsFields} />
    </>
  )
}

function KeyFields({ description }: { description: Description }) {
  const scope = useScope()
  return keyFields(description, scope).map(({ label, text }) => (
    <Detail key={label} name={scope.t(`field.${label}`)} stacked={label === 'memo'}>
      <bdi class="figures" translate={false}>
        {text}
      </bdi>
    </Detail>
  ))
}

type KeyField = { label: 'minimumReceived' | 'paid' | 'deadline' | 'rent' | 'memo'; text: string }

/** Fields that matter to the decision and are in no sentence: payment, minimum received, deadline. */
function keyFields({ fields }: Description, scope: Scope): readonly KeyField[] {
  return fields.flatMap(({ label, value }): KeyField[] => {
    if ((label === 'minimumReceived' || label === 'paid' || label === 'rent') && value.kind === 'amount') {
      const { asset, isUnlimited } = value
      // The details have every digit of the minimum received. A payment is never cut.
      const text = label === 'minimumReceived' ? cutAmount(value.text) : value.text
      return [{ label, text: amountText({ scope, asset, text, isUnlimited }) }]
    }
    if (label === 'deadline' && value.kind === 'time') {
      return [{ label, text: scope.format.dateTime(value.unixSeconds * 1000) }]
    }
    if (label === 'memo' && value.kind === 'text') return [{ label, text: value.text }]
    return []
  })
}

/** The steps of a request, which may have steps themselves. */
function Parts({ parts, origin }: { parts: readonly Description[]; origin: string }) {
  const { t } = useScope()
  return parts.map((part, index) => (
    <Part
      key={index}
      part={part}
      origin={origin}
      title={t('approve.part', { index: index + 1, count: parts.length })}
    />
  ))
}

function Part({ part, title, origin }: { part: Description; title: string; origin: string }) {
  const scope = useScope()
  const { t } = scope
  const { party, isMore } = factsOf(part)
  return (
    <div class="part">
      <h2 class="label">{title}</h2>
      <p class="part-title">{sentenceOf({ scope, description: part, origin })}</p>
      <FindingNotes findings={part.findings} />
      {party !== null && <PartyBox party={party} />}
      {keyFields(part, scope).length > 0 && (
        <Details>
          <KeyFields description={part} />
        </Details>
      )}
      <Parts parts={part.parts} origin={origin} />
      {part.fields.length > 0 && (
        <Fold title={t('approve.details')} open={isMore}>
          <FieldTree fields={part.fields} />
        </Fold>
      )}
    </div>
  )
}
