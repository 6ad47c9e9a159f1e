import type { ComponentChildren } from 'preact'
import { Button } from '../ui/Button.tsx'
import type { IconName } from '../ui/Icon.tsx'
import type { Call } from './useCall.ts'

export type CallFormProps = {
  /** Action of the form, which is busy during it. */
  call: Call<[]>
  /** Whether the input is complete. */
  ready: boolean
  /** Label of the button. */
  label: string
  /** Label of the button while busy. */
  busyLabel?: string
  icon?: IconName
  /** Fields and the text above them. */
  children: ComponentChildren
  /** Content below the button. */
  below?: ComponentChildren
}

/** Fields with one button, which Enter also presses. */
export function CallForm({ call, ready, label, busyLabel = label, icon, children, below }: CallFormProps) {
  const submit = () => {
    if (ready) call.run()
  }
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {children}
      <Button {...(icon === undefined ? {} : { icon })} busy={call.busy} disabled={!ready} onClick={submit}>
        {call.busy ? busyLabel : label}
      </Button>
      {below}
    </form>
  )
}
