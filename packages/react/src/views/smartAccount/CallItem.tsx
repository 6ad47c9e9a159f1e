import type { Permission } from '@latchkey/core'
import { useModalScope } from '../../context/ModalScope.tsx'
import { AddressText } from '../../ui/AddressText.tsx'
import type { useTokenAmount } from './useTokenAmount.ts'

type ContractCall = Extract<Permission['permissions'][number], { type: 'contract-call' }>

export type CallItemProps = { call: ContractCall; amountOf: ReturnType<typeof useTokenAmount> }

const signs = {
  EQUAL: '=',
  NOT_EQUAL: '≠',
  LESS_THAN: '<',
  LESS_THAN_OR_EQUAL: '≤',
  GREATER_THAN: '>',
  GREATER_THAN_OR_EQUAL: '≥',
} as const

/** The functions of a contract that a permission allows, and their limits. */
export function CallItem({ call: { data }, amountOf }: CallItemProps) {
  const { t } = useModalScope()
  const names = [...new Set(data.functions.map(({ functionName }) => functionName))]
  const limits = data.functions.flatMap(({ functionName, args = [], valueLimit }) => [
    ...(valueLimit !== undefined && BigInt(valueLimit) > 0n
      ? [t('sessions.call.value', { function: functionName, amount: amountOf(BigInt(valueLimit), undefined) })]
      : []),
    ...args.flatMap((rule, index) =>
      rule
        ? [
            t('sessions.call.argument', {
              function: functionName,
              // One string, because right-to-left text would mirror the operator.
              rule: `#${index + 1} ${signs[rule.operator]} ${rule.value}`,
            }),
          ]
        : [],
    ),
  ])
  return (
    <li className="session-may">
      <p className="session-what">{t('sessions.call', { functions: names.join(', ') })}</p>
      {limits.map((limit) => (
        <p key={limit} className="session-how">
          {limit}
        </p>
      ))}
      <p className="session-how">{t('sessions.call.of')}</p>
      <AddressText address={data.address} />
    </li>
  )
}
