import type { ComponentProps } from 'react'
import { useLanguage } from '../../../language/LanguageContext.ts'
import { Field } from '../../../ui/Field.tsx'
import type { checkLabel } from './checkLabel.ts'

/** The field for the name of an address. An empty one is an error after the visitor has left or submitted it. */
export function LabelField({
  wrong,
  isLeft,
  ...props
}: {
  wrong: ReturnType<typeof checkLabel>
  isLeft: boolean
} & Omit<ComponentProps<typeof Field>, 'label' | 'error'>) {
  const { text } = useLanguage()
  const error =
    wrong === 'wrong'
      ? text.addresses.nameWrong
      : wrong === 'missing' && isLeft
        ? text.addresses.nameMissing
        : undefined
  return <Field label={text.addresses.name} error={error} autoComplete="off" maxLength={120} {...props} />
}
