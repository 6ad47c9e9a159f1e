import { removeSavedAddress, type SavedAddress, saveAddress } from '@latchkey/protocol/api'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callEndpoint } from '../../../api/callEndpoint.ts'
import { ownKey } from '../../../api/ownKey.ts'
import { savedAddressesQuery } from '../../../api/ownQueries.ts'
import { useOwner } from '../../../signIn/SignedInContext.ts'
import { useSite } from '../../../site/SiteContext.ts'

/** Returns the addresses that the account saved, and functions to change them. A change shows once the server has accepted it. */
export function useSavedAddresses() {
  const api = useSite()
  const owner = useOwner()
  const cache = useQueryClient()
  const options = savedAddressesQuery({ api, owner })
  const query = useQuery(options)
  /** Does nothing if the account has changed in the meantime. */
  const change = (step: (addresses: readonly SavedAddress[]) => readonly SavedAddress[]) => {
    cache.setQueryData(
      options.queryKey,
      (old) => old && { ...old, value: { addresses: [...step(old.value.addresses)] } },
    )
    void cache.invalidateQueries({ queryKey: options.queryKey })
  }
  const mutationKey = [...ownKey(owner), 'addresses']
  const save = useMutation({
    mutationKey,
    mutationFn: (body: { address: string; label: string }) =>
      callEndpoint({ api, endpoint: saveAddress, request: { query: { account: owner }, body } }),
    onSuccess: ({ value }) => change((addresses) => [...addresses.filter(({ id }) => id !== value.id), value]),
  })
  const remove = useMutation({
    mutationKey,
    mutationFn: ({ id }: SavedAddress) =>
      callEndpoint({
        api,
        endpoint: removeSavedAddress,
        request: { params: { id }, query: { account: owner } },
      }),
    onSuccess: (_, { id }) => change((addresses) => addresses.filter((one) => one.id !== id)),
  })
  return { query, save, remove }
}
