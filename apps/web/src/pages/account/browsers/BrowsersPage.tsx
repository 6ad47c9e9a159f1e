import { shortenAddress } from '@latchkey/protocol'
import { revokeSiwxDevice, type SiwxDevice } from '@latchkey/protocol/api'
import { useErrorText } from '@latchkey/react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callEndpoint } from '../../../api/callEndpoint.ts'
import { ownKey } from '../../../api/ownKey.ts'
import { devicesQuery } from '../../../api/ownQueries.ts'
import { toFailure } from '../../../api/toFailure.ts'
import { cleanLabel } from '../../../format/cleanLabel.ts'
import { useLanguage } from '../../../language/LanguageContext.ts'
import { useOwner, useSignedInStore } from '../../../signIn/SignedInContext.ts'
import { useSite } from '../../../site/SiteContext.ts'
import { AgeNote } from '../../../ui/AgeNote.tsx'
import { Button } from '../../../ui/Button.tsx'
import { FailedState } from '../../../ui/FailedState.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { usePageTitle } from '../../../ui/usePageTitle.ts'
import rows from '../Rows.module.css'
import { Section } from '../Section.tsx'
import { BrowserRow } from './BrowserRow.tsx'

/** The browsers in which the account is signed in, with buttons to end each sign-in. */
export function BrowsersPage() {
  const { text } = useLanguage()
  const api = useSite()
  const owner = useOwner()
  const cache = useQueryClient()
  const store = useSignedInStore()
  const options = devicesQuery({ api, owner })
  const query = useQuery(options)
  const [said, setSaid] = useState<string>()
  usePageTitle(text.browsers.title)
  const end = useMutation({
    mutationKey: [...ownKey(owner), 'devices'],
    mutationFn: async (devices: readonly SiwxDevice[]) => {
      // One after the other, so that a failure does not affect the ones before.
      for (const { id } of devices)
        await callEndpoint({ api, endpoint: revokeSiwxDevice, request: { body: { id } } }).catch((error: unknown) => {
          // It has ended in the meantime, which is the goal.
          if (toFailure(error).code !== 'siwx_device_unknown') throw error
        })
    },
    onMutate: () => setSaid(undefined),
    onSuccess: (_, gone) => {
      const isGone = ({ id }: SiwxDevice) => gone.some((device) => device.id === id)
      cache.setQueryData(
        options.queryKey,
        (old) => old && { ...old, value: { devices: old.value.devices.filter((device) => !isGone(device)) } },
      )
    },
    onSettled: () => cache.invalidateQueries({ queryKey: options.queryKey }),
  })
  const devices = query.data?.value.devices.toSorted((one, other) => Number(other.current) - Number(one.current))
  const others = devices?.filter(({ current }) => !current) ?? []
  const failure = query.error ? toFailure(query.error) : undefined
  const endFailure = end.error ? toFailure(end.error) : undefined
  const reason = useErrorText(endFailure)
  const nameOf = ({ name }: SiwxDevice) => (name === null ? text.browsers.unknown : cleanLabel(name, { limit: 60 }))

  return (
    <Section
      title={text.browsers.title}
      text={text.browsers.text}
      action={
        others.length > 1 && (
          <Button
            aria-disabled={end.isPending}
            onClick={() => {
              if (!end.isPending) end.mutate(others, { onSuccess: () => setSaid(text.browsers.endedAll) })
            }}
          >
            {text.browsers.others}
          </Button>
        )
      }
    >
      <div role="status">
        {said && <p className={rows.said}>{said}</p>}
        {reason && (
          <p className={rows.said} data-tone="loss">
            {text.browsers.endFailed}: {reason}
          </p>
        )}
      </div>
      {query.data && (
        <AgeNote asOf={query.data.asOf} stale={query.data.stale} failure={failure} onRetry={() => query.refetch()} />
      )}
      {!devices && !failure && (
        <div aria-busy="true">
          <SkeletonRows count={2} picture={44} widths={[18, 10]} />
        </div>
      )}
      {!devices && failure && (
        <FailedState title={text.browsers.failed} failure={failure} onRetry={() => query.refetch()} />
      )}
      {devices && devices.length > 0 && (
        <ul className={rows.rows} aria-label={text.browsers.title}>
          {devices.map((device) => (
            <BrowserRow
              key={device.id}
              device={device}
              name={nameOf(device)}
              accounts={device.accounts.map(({ address }) => shortenAddress(address))}
              isBusy={end.isPending}
              onEnd={() => {
                if (device.current) store.signOut().catch(() => setSaid(text.account.signOutFailed))
                else
                  end.mutate([device], {
                    onSuccess: () => setSaid(text.browsers.ended(`\u2068${nameOf(device)}\u2069`)),
                  })
              }}
            />
          ))}
        </ul>
      )}
      {devices && others.length === 0 && <p className={rows.end}>{text.browsers.alone}</p>}
    </Section>
  )
}
