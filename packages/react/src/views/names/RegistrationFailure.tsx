import type { LatchkeyError } from '@latchkey/protocol'
import { useModalScope } from '../../context/ModalScope.tsx'
import { Note } from '../../ui/Note.tsx'
import { useOwnNames } from './useOwnNames.ts'

/** What {@link RegistrationFailure} takes. */
export type RegistrationFailureProps = { address: string; error: LatchkeyError }

/** Why a name was not registered. Who has one already is shown which. */
export function RegistrationFailure({ address, error }: RegistrationFailureProps) {
  const { sentence } = useModalScope()
  if (error.code === 'name_limit') return <Limit address={address} error={error} />
  return (
    <Note tone={error.code === 'user_rejected' ? 'info' : 'loss'} alert>
      {sentence(error)}
    </Note>
  )
}

function Limit({ address, error }: RegistrationFailureProps) {
  const { t, sentence } = useModalScope()
  const name = useOwnNames({ address }).names?.[0]?.name
  return (
    <Note tone="warn" alert>
      {name === undefined ? sentence(error) : t('names.limit', { name })}
    </Note>
  )
}
