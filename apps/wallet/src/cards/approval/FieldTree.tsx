import type { DescriptionField, FieldValue } from '@latchkey/clear-signing'
import { AddressText } from '../../ui/AddressText.tsx'
import { type Scope, useScope } from '../../ui/Scope.ts'
import { amountText } from './amountText.ts'
import { splitHiddenCharacters } from './splitHiddenCharacters.ts'

/** All fields of a request as a tree: structs, tuples and lists contain more. */
export function FieldTree({ fields }: { fields: readonly DescriptionField[] }) {
  const { t } = useScope()
  return (
    <ul class="tree">
      {fields.map((field, index) => (
        <li key={index}>
          <div class="leaf">
            <div>
              <span class="leaf-name">
                {field.label === null ? <bdi translate={false}>{field.name}</bdi> : t(`field.${field.label}`)}
              </span>{' '}
              <bdi class="leaf-type" translate={false}>
                {field.type}
              </bdi>
            </div>
            <Value value={field.value} />
          </div>
          {field.children.length > 0 && <FieldTree fields={field.children} />}
        </li>
      ))}
    </ul>
  )
}

function Value({ value }: { value: FieldValue }) {
  const scope = useScope()
  if (value.kind === 'none') return null
  if (value.kind === 'address') {
    return (
      <div class="leaf-value">
        {value.name !== null && <bdi translate={false}>{value.name} </bdi>}
        <AddressText address={value.address} />
      </div>
    )
  }
  return (
    <div class="leaf-value" translate={false} data-bytes={value.kind === 'bytes' ? '' : undefined}>
      {plainValue(value, scope)}
    </div>
  )
}

function plainValue(value: Exclude<FieldValue, { kind: 'none' | 'address' }>, scope: Scope) {
  switch (value.kind) {
    case 'amount':
      return amountText({ scope, asset: value.asset, text: value.text, isUnlimited: value.isUnlimited })
    case 'time':
      return scope.format.dateTime(value.unixSeconds * 1000)
    case 'bytes':
      return value.hex
    case 'picture':
      return scope.t('approve.picture', { size: scope.format.amount(`${Math.ceil(value.size / 100) / 10}`) })
    case 'text':
      if (value.text === '') return scope.t('approve.empty')
      return splitHiddenCharacters(value.text).map((part) =>
        part.hidden ? <span class="hidden-character">{part.code}</span> : part.text,
      )
  }
}
