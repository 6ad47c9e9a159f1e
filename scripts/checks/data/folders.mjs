/**
 * The folders of each package from the ground up: one may load those before it and none behind it.
 *
 * - `types`: the order holds for types, too; elsewhere types may point both ways, for they are gone when the code runs
 * - `vocabulary`: files beside the folders that folders may load; the others put the package together
 * - `public`: by feature, the files by which it is entered from outside. A folder that has no line here is open as a whole.
 */
export const packages = {
  'apps/phone': {
    order: 'link config chain scan texts ui wallet approval sheets pages app styles',
    types: true,
  },
  'apps/server': {
    order:
      'platform chains tokens prices accounts mail projects signingKeys auth audit rpc bitcoin bundler swap deployments embeddedOwners vaults devices newWallets directory loginMethods emailChange farcaster deviceTransfers markets indexer sealing signatures permissions social keyRotation siwx me names onramp passkeys paymaster relay telemetry solana treasury operations operator realtime smartAccounts walletOrigin',
    public: {
      accounts:
        'AccountSource OrderHistory createAccounts createBalanceService createLinkedPrices registerAccountRoutes toBalance',
      audit: 'Audit closeUnkeyedAudit createAudit listAudit schema startAuditJob',
      auth: 'LoginParts Notify ProvenIdentity WalletCaller admitDevice confirmIdentity createAuth createCounters createNetworkLimits createNews createProofVerifier createLogins describeSession emailAddress findOrCreateDevice findOrCreateUser findStepUpProvider finishLogin freezeSeconds hasPasskey loginMethodStore indexIdentity isReserved isUsedKey lockUser loginCode loginLimits nameDevice readContactEmail readLoginEmail readLoginMovedAt readUserLabel registerAuthRoutes requireStepUp requireStepUpOf schema scopeOf sealedTables',
      bitcoin: 'accounts/createBitcoinSource createBitcoinRpc',
      bundler: 'Bundler OperationRefusal createBundler schema',
      swap: 'createSwapService registerSwapRoutes',
      directory: 'createDirectory listIcons readWalletImages registerDirectoryRoutes',
      emailChange: 'createEmailChange registerEmailChangeRoutes sealedTables sweepEmailChanges',
      farcaster: 'createChannelRelay openChannelRelay openFarcasterChannels registerChannelRoutes',
      indexer: 'createIndexer',
      mail: 'Mailer announceMail createMailCheck createMailTransport createMailer schema sealedTables startMailWorker',
      me: 'createMe registerMeRoutes schema',
      names:
        'createNames gateway/registerGatewayRoutes registerAddressNameRoutes registerNameRoutes registry/nameNews registry/schema suggestions/registerSuggestionRoute',
      newWallets:
        'createLoginReturns createNewWalletService moveStore registerNewWalletRoutes requireSettledLogin schema',
      onramp:
        'createOnramp history/createOrderHistory orders/followOrders orders/orderNews registerOnrampRoutes schema',
      operations: '',
      operator: 'createOperatorGuard createOverview registerOperatorRoutes',
      passkeys: 'createPasskeyService registerPasskeyRoutes schema',
      paymaster: 'Paymaster accountKindOf createPaymaster createPaymasterRpc schema worstCost',
      projects: 'createAdmission createProjects registerProjectRoutes requireProject',
      realtime: 'createRealtimeHub registerRealtimeRoutes',
      relay: 'createRelay openRelay registerRelayRoutes store/schema',
      rpc: 'RpcService UpstreamFailure chainUnavailable classifyRpcError connectUpstreamSocket createAnswerCache createChainClient createChainRpc createLatencyWindow createRpcChecks createRpcService createUpstream exactJson listSockets orderUpstreams proveUpstream raceUpstreams registerRpcRoutes requestUpstream rpcMetrics sendJsonRpc',
      permissions: 'PermissionService createPermissionService registerPermissionRoutes schema sealedTables',
      signatures: 'SignatureProof isSignedByKey verifyAccountMessage verifyByContract verifySignature',
      signingKeys: 'createSigningKeys schema sealedTables',
      siwx: 'Siwx createSiwx registerSiwxRoutes schema toCookieCall toOwner tokens/registerSiwxTokenRoutes',
      smartAccounts: 'createSmartAccounts registerSmartAccountRoutes',
      social:
        'FarcasterChannels attemptStore createSocialService registerCallbackRoutes registerSocialRoutes schema sealedTables',
      solana: 'createSolanaSource node/SolanaNode node/createSolanaNode',
      telemetry: 'createKnownNames createTelemetryService readWalletNames registerTelemetryRoutes schema',
      treasury: 'Treasury createTreasury schema',
      vaults:
        'VaultPorts archiveStore bytes createFactorService createPasswordService createRotationService createVaultService passwordStore passwordTries registerVaultRoutes requireEnrolled schema sealedTables vaultStore',
      walletOrigin: 'openWalletOrigin readWalletBuild',
    },
  },
  'apps/subscription': {
    order: 'billing paper page',
    types: true,
  },
  'apps/wallet': {
    order:
      'accounts families gateway bitcoin state messages ui cards device operations solana rpc login permissions worker signIn wallet windows frame popup pages',
    public: {
      accounts: 'createAccountBook isDeployed',
      cards:
        'ApproveCard CallsCard Card CardView ChannelCard LaterCards NumberCard ProviderCard RefusedCard SecurityCard SignInText SocialStepUpCard UnlockCard WorkCard approval/ApprovalBody approval/ApproveButton approval/FindingText approval/PermissionLines approval/amountText approval/approveLabel askOnCard createCardStore toCardFailure',
      frame:
        'FrameScreen FrameServices createEmailChange createLater createRequests createSecurityCard createWorkSolver handlers/createAccountHandlers handlers/createSocialHandlers startFrame windows/createWindowCalls',
      messages:
        'Messages cardEn channelEn commonEn createMessageLoader createTranslate familyEn popupEn requestEn socialEn windowEn windowPageEn workEn',
      pages: '',
      permissions:
        'PermissionRequests createPermissionStore createPermissions planGrant readPermission readPermissionStatus',
      popup: 'PopupScreen createPopupCalls createPopupLogin createWindowLanguage findOwnPages readPopupFragment',
      rpc: 'Rpc SendingMethods createApprovals createCallRequests createFamilyApprovals createFamilyRpc createLaterApprovals createPromptGate createPromptTimes createReceivers createReviews createRpc',
      signIn: 'LoginSignIn createLoginSignIns',
      windows:
        'Failure MailScreen NumberField Outcome WindowLayout WindowScreen WireWindowCalls connectToFrame createMailCalls createPasswordMeter systemTheme takeFragment takeToken',
      worker:
        'KeyWorkerCalls ReaderCalls SignerCalls callPort connectKeyWorker createWorkerPolicy fetchAsset hex loadWorker',
    },
  },
  'apps/web': {
    order:
      'api format first language live site ui account theme settings signIn pages/account pages/activity pages/home pages/operator pages/portfolio app styles',
    types: true,
    public: {
      app: 'App SiteFailed',
      language: 'LanguageContext LanguageProvider languages',
      'pages/account':
        'AccountPage addresses/AddressesPage browsers/BrowsersPage orders/OrdersPage settings/SettingsPage',
      'pages/activity': 'ActivityPage activityType',
      'pages/home': 'HomePage',
      'pages/operator': 'OperatorPage',
      'pages/portfolio': 'PortfolioPage',
      settings: 'LanguageSwitch SavedNames SettingsSync ThemeSwitch savingKey',
      signIn: 'SignedInContext SignedInGate SignedInProvider watchSiwx',
    },
  },
  'packages/bitcoin': {
    order: 'address bytes keys transaction coins message psbt payment',
    types: true,
  },
  'packages/clear-signing': {
    order:
      'abi text address chain assets request simulation descriptors fields call transaction batch message families bitcoin names permissions solana typedData verify',
    types: true,
    vocabulary: 'DescribeParameters Description Reading',
  },
  'packages/contracts': {
    order: 'compiler generated',
    types: true,
  },
  'packages/core': {
    order:
      'environment http chains store siwx walletLinks connectors storage connection networks modal realtime account activity alerts balances contacts transactions calls directory signIn email names onramp pairing permissions send social swap telemetry fields',
    types: true,
    vocabulary: 'CoreContext LatchkeyConfig LatchkeyEvent version',
    public: {
      activity: 'ActivityFeature createActivity groupByMonth',
      alerts: 'createAlerts',
      balances: 'BalancesFeature createBalances findAsset',
      calls: 'CallsFeature createCalls',
      connection: 'ConnectionFeature adoptHost connectionState createConnection',
      connectors:
        'Connector ConnectorRegistry PairedWallet PairingClient createConnectorRegistry embedded/EmbeddedWallet embedded/callFrame embedded/createEmbeddedWallet embedded/createLoginSignIn embedded/embeddedIdOf embedded/loginFailure isDeclined isRecord provider/findChainId provider/readCapabilities provider/readChainId safe/isInSafe toWalletError waitForWallet walletConnect/openWalletConnect',
      contacts: 'ContactsFeature createContacts',
      directory: 'WalletsFeature createWallets isReached pairedFamilies readReach',
      email: 'EmailFeature connectUser createEmail showPromptsInModal',
      modal: 'ModalFeature createModal',
      names: 'NamesFeature ResolvedName createNames',
      networks:
        'NetworksFeature createNetworks createServedChains defineBitcoinNetwork defineNetwork defineSolanaNetwork presets startChainIdOf',
      onramp: 'OnrampFeature createOnramp',
      pairing: 'PairingFeature createPairing createPairingSource',
      send: 'SendFeature createSend',
      permissions: 'PermissionsFeature createPermissions',
      signIn: 'SignInFeature createSignIn',
      siwx: 'ServerSiwx Siwx asksToSignIn checkOneClick createEndWatch createLocalSiwx createServerSiwx createSiwxMessage createSiwxVerifier isSameAddress',
      social: 'SocialFeature createSocial',
      swap: 'SwapFeature createSwap',
      telemetry: 'TelemetryFeature createTelemetry',
      transactions:
        'Submission TransactionsFeature batch checkWallet createTransactions lackingCost randomId sendFailure',
    },
  },
  'packages/protocol': {
    order:
      'amount caip paymentLink onramp smartAccount api errors canonical swap frame http names realtime relay siwx storage walletApi',
  },
  'packages/react': {
    order:
      'format messages store context hooks identicon styles theme buttons ui views views/account views/connect views/email views/names views/network views/onramp views/pairing views/receive views/send views/signIn views/smartAccount views/social views/swap views/transactions views/wallets modal provider testWallet',
    public: {
      buttons: 'AccountButton ConnectButton NetworkButton',
      identicon: 'Avatar Identicon',
      messages:
        'Language Messages closeLastSentence createTranslate directoryEn emailEn en fillText isolate liveCodeEn missingEn moneyEn namesEn networkEn onrampEn pairingEn protectEn receiveEn settingsEn signInEn smartAccountEn socialEn swapEn useLanguage walletsEn',
      modal: 'modalEntry',
      provider: 'LatchkeyProvider Modal',
      'views/account':
        'Account ActivityEmpty ActivityPreview ActivityRow PendingTransactions TransferAmount account.css summarize summarizeTracked useDisconnect useUnderWay',
      'views/connect':
        'AllWallets Connect ConnectingExternal ConnectingMultiChain ConsentBox GetWallet LegalLinks WalletRow WhatIsAWallet connect.css findWallet useChooseWallet useConsent workingWays',
      'views/names': 'ChooseAccountName RegisterAccountName RegisterAccountNameSuccess names.css',
      'views/onramp':
        'BuyInProgress OnRampFiatSelect OnRampProviders OnRampTokenSelect OrderRows WhatIsABuy onramp.css',
      'views/pairing': 'ConnectingWalletConnect ConnectingWalletConnectBasic pairing.css',
      'views/receive': 'Receive receive.css',
      'views/send': 'WalletSend WalletSendConfirmed WalletSendPreview WalletSendSelectToken send.css',
      'views/smartAccount': 'SmartAccountSettings SmartSessionList smartAccount.css',
      'views/social': 'ConnectingFarcaster ConnectingSocial',
      'views/swap': 'Swap SwapPreview SwapSelectToken swap.css',
      'views/transactions': 'Activity Transaction transactions.css',
      'views/wallets': 'Wallets wallets.css',
    },
  },
  'packages/smart-account': {
    order: 'contracts account calls delegation operation paymaster permissions signatures',
  },
  'packages/solana': {
    order: 'address bytes instructions transaction signing tokens transfer',
  },
  'packages/vault': {
    order: 'bytes seal factors deviceTransfer seed keystore split vault',
    types: true,
  },
  'packages/verifier': {
    order: 'keys proof',
    types: true,
    vocabulary: 'Verifier VerifierError',
  },
  'packages/walletconnect': {
    order: 'crypto storage transport session app sharing wallet',
    vocabulary: 'ClientEnvironment ClientParameters createClientEnvironment',
  },
}
