import type { ArgumentLine, NamedAddress, PermissionLine } from '@latchkey/clear-signing'
import type { ComponentChildren } from 'preact'
import { AddressText } from '../../ui/AddressText.tsx'
import { type Scope, useScope } from '../../ui/Scope.ts'
import { shortAddress } from '../../ui/shortAddress.ts'
import { amountText } from './amountText.ts'
import { periodText } from './periodText.ts'

export type PermissionLinesProps = {
  lines: readonly PermissionLine[]
  /** Rendered below the line at this index. */
  below?: (index: number) => ComponentChildren
  /** Rendered in each line, between the limit and the receiver. */
  inside?: ComponentChildren
  /** The permissions are about to end: their next start or renewal never comes. Default false. */
  isEnding?: boolean
}

/** Permissions of an app, one box for each. */
export function PermissionLines({ lines, below = () => null, inside, isEnding = false }: PermissionLinesProps) {
  return (
    <ul class="list">
      {lines.map((line, index) => (
        <li key={index} class="part">
          {line.kind === 'allowance' ? (
            <AllowanceBox line={line} inside={inside} isEnding={isEnding} />
          ) : (
            <CallBox line={line} inside={inside} />
          )}
          {below(index)}
        </li>
      ))}
    </ul>
  )
}

type BoxProps<Kind extends PermissionLine['kind']> = {
  line: Extract<PermissionLine, { kind: Kind }>
  inside: ComponentChildren
}

function AllowanceBox({ line, inside, isEnding }: BoxProps<'allowance'> & { isEnding: boolean }) {
  const scope = useScope()
  const { t } = scope
  const { asset, limitText, isUnlimited, period, to } = line
  const edge = isEnding ? null : edgeOf({ line, scope })
  return (
    <>
      <div class="row-text">
        <h3 class="part-title">
          {isUnlimited
            ? t('permission.spendUnlimited', { token: asset.symbol })
            : t('permission.spend', { amount: amountText({ scope, asset, text: limitText }) })}
        </h3>
        <p class="row-subtitle">{period === 0 ? t('permission.once') : periodText({ scope, seconds: period })}</p>
        {to === null && <p class="row-subtitle">{t('permission.toAnyone')}</p>}
      </div>
      {inside}
      {to !== null && <Party title={t('permission.to')} party={to} />}
      {edge !== null && <p class="row-subtitle">{edge}</p>}
    </>
  )
}

/** Start of the permission, or the time at which the amount of the running period renews. */
function edgeOf({
  line: { start, period },
  scope: { t, format },
}: {
  line: Extract<PermissionLine, { kind: 'allowance' }>
  scope: Scope
}): string | null {
  const now = Date.now() / 1000
  if (start > now) return t('permission.begins', { time: format.dateTime(start * 1000) })
  if (period === 0) return null
  const end = start + (Math.floor((now - start) / period) + 1) * period
  return t('permission.running', { time: format.dateTime(end * 1000) })
}

function CallBox({ line, inside }: BoxProps<'call'>) {
  const scope = useScope()
  const { t } = scope
  const { contract, signature, valueText, coin } = line
  return (
    <>
      <div class="row-text">
        <h3 class="part-title">{t('permission.call', { name: signature.slice(0, signature.indexOf('(')) })}</h3>
        {valueText !== null && (
          <p class="row-subtitle">
            {t('permission.value', { amount: amountText({ scope, asset: coin, text: valueText }) })}
          </p>
        )}
      </div>
      {line.arguments.length > 0 && (
        <ul class="tree">
          {line.arguments.map((argument, index) => (
            <li key={index} class="leaf">
              <span class="leaf-name">
                {argument.name === '' ? (
                  t('permission.argument', { index: index + 1 })
                ) : (
                  <bdi translate={false}>{argument.name}</bdi>
                )}
              </span>{' '}
              <bdi class="leaf-type" translate={false}>
                {argument.type}
              </bdi>
              <div class="leaf-value">
                <Rule argument={argument} />
              </div>
            </li>
          ))}
        </ul>
      )}
      {inside}
      <Party title={t('party.contract')} party={contract} />
    </>
  )
}

function Rule({ argument: { rule } }: { argument: ArgumentLine }) {
  const scope = useScope()
  const { t } = scope
  if (rule === null) return <>{t('permission.any')}</>
  const { operator, value } = rule
  if (value.kind === 'address') {
    return (
      <>
        {(value.name !== null || operator !== 'EQUAL') &&
          t(`permission.${operator}`, { value: value.name ?? shortAddress(value.address) })}
        <div>
          <AddressText address={value.address} />
        </div>
      </>
    )
  }
  const text =
    value.kind === 'amount'
      ? amountText({ scope, asset: value.asset, text: value.text })
      : /^\d+$/.test(value.text)
        ? scope.format.amount(value.text)
        : value.text
  return <>{t(`permission.${operator}`, { value: text })}</>
}

const tones = { own: 'gain', known: 'gain', firstTime: 'warn', lookAlike: 'loss', tokenContract: 'loss' } as const

function Party({ title, party: { address, name, notice } }: { title: string; party: NamedAddress }) {
  const { t } = useScope()
  return (
    <div class="party">
      <div class="party-head">
        <span>{title}</span>
        {notice !== null && (
          <span class="tag" data-tone={notice.kind in tones ? tones[notice.kind as keyof typeof tones] : undefined}>
            {t(`notice.${notice.kind}`)}
          </span>
        )}
      </div>
      {name !== null && (
        <div class="party-name" translate={false}>
          <bdi>{name}</bdi>
        </div>
      )}
      <div>
        <AddressText address={address} />
      </div>
    </div>
  )
}
