import { findNameLabelIssue, nameMessageLifetime } from '@latchkey/protocol'
import { useEffect, useRef, useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useRemembered } from '../../context/useRemembered.ts'
import { MissingService } from '../../ui/MissingService.tsx'
import { Note } from '../../ui/Note.tsx'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import { useLongWait } from '../../ui/useLongWait.ts'
import { useNow } from '../../ui/useNow.ts'
import { ViewForm } from '../../ui/ViewForm.tsx'
import { describeLabel } from './describeLabel.ts'
import { NameField } from './NameField.tsx'
import { OtherNames } from './OtherNames.tsx'
import { RegistrationFailure } from './RegistrationFailure.tsx'
import { type NameSearch, useNameSearch } from './useNameSearch.ts'
import { useRegistration } from './useRegistration.ts'

export type NameFormProps = {
  /** Address that gets the name. */
  address: string
  /** Ending of all names; undefined while it is unknown. */
  zone: string | undefined
}

/** Failures after which another name has to be chosen. */
const refusals: readonly string[] = ['name_taken', 'name_confusable', 'name_reserved', 'name_invalid']
/** Failures of a signature that expired or was already used. */
const outdated: readonly string[] = ['name_message_expired', 'name_message_used']

/** Form for a new name: checks whether the name is free during typing, suggests others, and registers it. */
export function NameForm({ address, zone }: NameFormProps) {
  const { latchkey, t, sentence } = useModalScope()
  const { modal, names } = latchkey
  const form = useRef<HTMLFormElement>(null)
  const [label, setLabel] = useRemembered('RegisterAccountName.label', '')
  /** Label that the visitor submitted before the check had finished. */
  const [hurried, setHurried] = useState<string>()
  const issue = findNameLabelIssue(label)
  const { state, register, reset } = useRegistration(address)
  const isAsking = state.status === 'asking'
  // No search during the registration: the name would be neither free nor taken.
  const { search: found, again } = useNameSearch(issue === undefined && !isAsking ? label : undefined)
  const isSlow = useLongWait(isAsking)
  const now = useNow(isAsking ? 1000 : undefined)
  // The server takes no signature that is older.
  const isLate = isAsking && now - state.since >= nameMessageLifetime * 1000
  const failure = state.status === 'failed' ? state.error : undefined
  const isLimited = failure?.code === 'name_limit'
  const isRefused = failure !== undefined && refusals.includes(failure.code)
  // The registration reports a taken name before the next search does.
  const search: NameSearch = isRefused && found.status === 'free' ? { ...found, status: 'taken', others: [] } : found
  const free = search.status === 'free' ? search.name : undefined
  const isHurrying = hurried === label && search.status === 'checking'

  useEffect(() => {
    if (state.status !== 'done') return
    setLabel('')
    reset()
    modal.replace('RegisterAccountNameSuccess', { name: state.name })
  })
  useEffect(() => {
    // Someone else registered it in the meantime: search for suggestions.
    if (isRefused) again()
  }, [isRefused, again])
  useEffect(() => {
    if (hurried === undefined || search.status === 'checking') return
    setHurried(undefined)
    if (hurried === label && free !== undefined) void register(free)
  })

  function change(next: string): void {
    if (isAsking) return
    reset()
    setLabel(next)
  }

  function retry(): void {
    names.prepare()
    again()
  }

  function submit(): void {
    if (isLimited) showOwn()
    else if (free !== undefined) void register(free)
    else if (search.status === 'checking') setHurried(label)
    else if (search.status === 'failed') retry()
    else form.current?.querySelector<HTMLElement>('input')?.focus()
  }

  function showOwn(): void {
    if (modal.getState().history.at(-2)?.name === 'ChooseAccountName') modal.goBack()
    else modal.replace('ChooseAccountName')
  }

  function choose(name: string): void {
    change(name.split('.')[0] ?? name)
    // The row with the focus disappears. Move the focus to the button, so that Enter registers.
    form.current?.querySelector<HTMLElement>('.btn[type=submit]')?.focus()
  }

  if (
    failure?.code === 'names_unavailable' ||
    (search.status === 'failed' && search.error.code === 'names_unavailable')
  )
    return <MissingService icon="person" title={t('later.name')} />
  return (
    <ViewForm formRef={form} onSubmit={submit}>
      <NameField
        label={label}
        zone={zone}
        invalid={(label !== '' && issue !== undefined && issue !== 'short') || search.status === 'taken'}
        state={isAsking ? { text: state.name, isName: true } : describeLabel({ label, issue, search, zone, t })}
        onChange={change}
      />
      {search.status === 'failed' && (
        <Note tone="warn" alert action={{ label: t('retry'), onClick: retry }}>
          {sentence(search.error)}
        </Note>
      )}
      {search.status === 'taken' && search.others.length > 0 && <OtherNames names={search.others} onChoose={choose} />}
      {failure !== undefined && <RegistrationFailure address={address} error={failure} />}
      <SubmitButton
        kind={free !== undefined || isAsking || isLimited ? 'primary' : 'secondary'}
        busy={isAsking || isHurrying}
      >
        {action()}
      </SubmitButton>
      {isAsking && (
        <p className="aside" role="status">
          {t(isLate ? 'names.confirm.late' : isSlow ? 'names.confirm.slow' : 'names.confirm.text')}
        </p>
      )}
    </ViewForm>
  )

  /** Label of the button. */
  function action(): string {
    if (isAsking) return t('names.confirm')
    if (isLimited) return t('names.have')
    if (free === undefined) return t('title.RegisterAccountName')
    if (failure === undefined || failure.code === 'user_rejected') return t('names.register', { name: free })
    return t(outdated.includes(failure.code) ? 'names.signAgain' : 'tryAgain')
  }
}
