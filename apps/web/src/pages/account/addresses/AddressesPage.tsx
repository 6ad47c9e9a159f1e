import type { SavedAddress } from '@latchkey/protocol/api'
import { useErrorText } from '@latchkey/react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { toFailure } from '../../../api/toFailure.ts'
import { cleanLabel } from '../../../format/cleanLabel.ts'
import { useLanguage } from '../../../language/LanguageContext.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailedState } from '../../../ui/FailedState.tsx'
import { Field } from '../../../ui/Field.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { usePageTitle } from '../../../ui/usePageTitle.ts'
import rows from '../Rows.module.css'
import { Section } from '../Section.tsx'
import { AddAddressSheet } from './AddAddressSheet.tsx'
import { AddressRow } from './AddressRow.tsx'
import { AddressSheet } from './AddressSheet.tsx'
import { SiteAddresses } from './SiteAddresses.tsx'
import { useSavedAddresses } from './useSavedAddresses.ts'

/** Number of addresses from which a search is shown. */
const manyAddresses = 8

/** The addresses that the account saved, with their names. */
export function AddressesPage() {
  const { text, format } = useLanguage()
  const navigate = useNavigate({ from: '/account/' })
  const { address: open } = useSearch({ from: '/account/' })
  const { query, save, remove } = useSavedAddresses()
  const [wanted, setWanted] = useState('')
  /** The last action: announced once, and undone if possible. */
  const [done, setDone] = useState<{ kind: 'saved'; label: string } | { kind: 'removed'; saved: SavedAddress }>()
  const said = useRef<HTMLParagraphElement>(null)
  usePageTitle(text.addresses.title)
  // The focused element may be removed. Move the focus to the announcement with the undo button, after the sheet has returned it.
  useEffect(() => {
    if (!done) return
    const frame = requestAnimationFrame(() => said.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [done])

  const list = query.data?.value.addresses
  const sorted = useMemo(() => {
    const { compare } = new Intl.Collator(format.locale, { sensitivity: 'base', numeric: true })
    return list?.toSorted((one, other) => compare(one.label, other.label))
  }, [list, format.locale])
  const found = sorted?.filter(({ label, address }) =>
    [label, address].some((part) => part.toLowerCase().includes(wanted.trim().toLowerCase())),
  )
  const failure = query.error ? toFailure(query.error) : undefined
  const undoFailure = useErrorText(done?.kind === 'removed' && save.error ? toFailure(save.error) : undefined)
  const opened = list?.find(({ id }) => id === open)
  const show = (address: string | undefined) => {
    save.reset()
    remove.reset()
    void navigate({ search: address === undefined ? {} : { address }, resetScroll: false })
  }
  const note = (next: typeof done) => {
    setDone(next)
    show(undefined)
  }
  const undo = () => {
    if (done?.kind !== 'removed' || save.isPending) return
    const { address, label } = done.saved
    save.mutate({ address, label }, { onSuccess: () => note({ kind: 'saved', label }) })
  }
  const name = (label: string) => `\u2068${cleanLabel(label, { limit: 60 })}\u2069`

  return (
    <Section
      title={text.addresses.title}
      text={text.addresses.text}
      action={
        list &&
        list.length > 0 && (
          <Button kind="primary" icon="plus" onClick={() => show('new')}>
            {text.addresses.add}
          </Button>
        )
      }
    >
      <div role="status">
        {done && (
          <p className={rows.said} tabIndex={-1} ref={said}>
            {done.kind === 'saved'
              ? text.addresses.saved(name(done.label))
              : text.addresses.removed(name(done.saved.label))}
            {done.kind === 'removed' && (
              <Button kind="plain" size="s" aria-disabled={save.isPending} onClick={undo}>
                {text.addresses.undo}
              </Button>
            )}
            {undoFailure}
          </p>
        )}
      </div>
      {!list && !failure && (
        <div aria-busy="true">
          <SkeletonRows count={3} picture={44} widths={[16, 8]} />
        </div>
      )}
      {!list && failure && (
        <FailedState title={text.addresses.failed} failure={failure} onRetry={() => query.refetch()} />
      )}
      {list?.length === 0 && (
        <EmptyState compact icon="addresses" title={text.addresses.empty} text={text.addresses.emptyText}>
          <Button kind="primary" icon="plus" onClick={() => show('new')}>
            {text.addresses.add}
          </Button>
        </EmptyState>
      )}
      {list && list.length >= manyAddresses && (
        <Field
          label={text.addresses.find}
          type="search"
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
      )}
      {found && found.length > 0 && (
        <ul className={rows.rows} aria-label={text.addresses.title}>
          {found.map((saved) => (
            <AddressRow key={saved.id} saved={saved} onOpen={() => show(saved.id)} />
          ))}
        </ul>
      )}
      {list && list.length > 0 && found?.length === 0 && (
        <EmptyState compact icon="empty" title={text.addresses.nothingFound} />
      )}
      <SiteAddresses saved={list} />
      {open === 'new' && list && (
        <AddAddressSheet
          saved={list}
          save={save}
          onClose={() => show(undefined)}
          onSaved={(label) => note({ kind: 'saved', label })}
        />
      )}
      {opened && (
        <AddressSheet
          key={opened.id}
          saved={opened}
          save={save}
          remove={remove}
          onClose={() => show(undefined)}
          onSaved={(label) => note({ kind: 'saved', label })}
          onRemoved={(saved) => note({ kind: 'removed', saved })}
        />
      )}
    </Section>
  )
}
