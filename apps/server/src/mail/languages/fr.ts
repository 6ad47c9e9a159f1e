import type { MailCatalog } from './MailCatalog.ts'

export const fr: MailCatalog = {
  direction: 'ltr',
  labels: { app: 'Application', site: 'Site', device: 'Appareil', time: 'Heure' },
  texts: {
    loginCode: {
      subject: 'Votre code de connexion à {app}',
      body: 'Saisissez ce code pour vous connecter à {app}.',
    },
    deviceLink: {
      subject: 'Approuver un appareil pour {app}',
      body: 'Un appareil veut se connecter à {app} avec votre adresse. Ouvrez le lien et saisissez les deux chiffres affichés par l’appareil.',
      action: 'Vérifier l’appareil',
    },
    stepUpCode: {
      subject: 'Votre code de confirmation pour {app}',
      body: 'Saisissez ce code pour confirmer dans {app} qu’il s’agit bien de vous.',
    },
    emailChangeOldCode: {
      subject: 'Votre code pour changer d’adresse sur {app}',
      body: 'Saisissez ce code pour que {newEmail} remplace cette adresse pour la connexion à votre compte.',
    },
    emailChangeNewCode: {
      subject: 'Confirmez votre nouvelle adresse pour {app}',
      body: 'Saisissez ce code pour vous connecter désormais à {app} avec cette adresse.',
    },
    emailChanged: {
      subject: 'Votre adresse sur {app} a été modifiée',
      body: 'Vous vous connectez désormais à {app} avec {newEmail}. Pendant {hours} heures, vous pouvez annuler ce changement ici ; tous les appareils seront alors déconnectés.',
      action: 'Annuler le changement',
    },
    passwordTried: {
      subject: 'Un mot de passe a été essayé pour votre wallet {app}',
      body: 'Un appareil qui n’a pas votre wallet a essayé de l’ouvrir avec un mot de passe. C’était l’essai {count} sur {limit} en 24 heures.',
    },
    walletRecovered: {
      subject: 'Votre wallet {app} a été ouvert sur un nouvel appareil',
      body: 'Le wallet de votre compte a été ouvert sur un appareil qui ne l’avait pas auparavant.',
    },
    walletExported: {
      subject: 'Votre wallet {app} a été exporté',
      body: 'Exporté : {kind}. Quiconque en dispose peut dépenser tout le contenu du wallet.',
    },
    walletExportedOffline: {
      subject: 'Votre wallet {app} a été exporté pendant que le serveur ne répondait pas',
      body: 'Exporté sur l’appareil ci-dessous : {kind}. L’appareil ne pouvait pas joindre le serveur et le signale maintenant. Quiconque en dispose peut dépenser tout le contenu du wallet.',
    },
    recoveryAdded: {
      subject: 'Votre wallet {app} a un nouveau moyen de récupération',
      body: 'Ajouté : {kind}. Ce moyen permet d’ouvrir votre wallet sur un nouvel appareil.',
    },
    recoveryRemoved: {
      subject: 'Un moyen de récupération de votre wallet {app} a été supprimé',
      body: 'Supprimé : {kind}. Ce moyen ne permet plus d’ouvrir votre wallet.',
    },
    newDevice: {
      subject: 'Un nouvel appareil s’est connecté à {app}',
      body: 'Un appareil que votre compte ne connaissait pas s’est connecté. Si c’était vous, il n’y a rien à faire. Sinon, mettez fin à cette connexion maintenant.',
      action: 'Mettre fin à cette connexion',
    },
    deviceRevoked: {
      subject: 'Un appareil a été déconnecté de {app}',
      body: 'L’appareil ci-dessous a été déconnecté et ne peut plus ouvrir votre wallet.',
    },
    walletRotated: {
      subject: 'Votre wallet {app} a une nouvelle clé',
      body: 'Votre wallet a une nouvelle clé. Les autres appareils doivent être ajoutés de nouveau ; l’adresse et le solde ne changent pas. Pendant {days} jours, vous pouvez annuler ce changement ici ; tous les appareils seront alors déconnectés.',
      action: 'Annuler le changement',
    },
    walletRestored: {
      subject: 'Un changement de clé de votre wallet {app} a été annulé',
      body: 'Votre wallet s’ouvre à nouveau comme avant le changement de sa clé. Tous les appareils ont été déconnectés ; reconnectez-vous sur les vôtres.',
    },
    newWalletCode: {
      subject: 'Votre code pour un nouveau wallet {app}',
      body: 'Un appareil demande un nouveau wallet vide pour votre connexion. Cela n’ouvre pas votre wallet {address} : il reste tel quel et ne s’ouvre que sur un appareil qui l’a. Saisissez ce code sur l’appareil ci-dessous pour continuer.',
    },
    loginMoved: {
      subject: 'Votre connexion à {app} a un nouveau wallet',
      body: 'Les nouveaux appareils qui se connectent avec votre compte reçoivent désormais un nouveau wallet vide. Votre wallet {address} est inchangé : il s’ouvre sur chaque appareil qui l’a. Pendant {days} jours, vous pouvez revenir en arrière ici.',
      action: 'Revenir en arrière',
    },
    loginReturned: {
      subject: 'Votre connexion à {app} mène de nouveau au wallet précédent',
      body: 'Les nouveaux appareils qui se connectent avec votre compte reçoivent de nouveau le wallet précédent. Aucun wallet n’a été modifié, et chacun s’ouvre sur les appareils qui l’ont. Pendant {days} jours, vous pouvez annuler cela ici.',
      action: 'Annuler',
    },
    identityAdded: {
      subject: 'Un moyen de connexion à {app} a été ajouté',
      body: 'Ajouté : {kind}. Vous pouvez désormais aussi vous connecter à votre compte par ce moyen. Si vous ne le reconnaissez pas, supprimez-le dans votre wallet, sous « Moyens de connexion ».',
    },
    identityRemoved: {
      subject: 'Un moyen de connexion à {app} a été supprimé',
      body: 'Supprimé : {kind}. Ce moyen ne permet plus de se connecter à votre compte et les appareils connectés ainsi ont été déconnectés.',
    },
  },
  codeLife: 'Le code est valable une seule fois, pendant {minutes} minutes.',
  linkLife: 'Le lien est valable une seule fois, pendant {minutes} minutes.',
  linkDays: 'Le lien est valable une seule fois, pendant {days} jours.',
  notYouCode:
    'Si ce n’était pas vous, ignorez ce message et ne donnez le code à personne. Personne chez {app} ne vous le demandera jamais.',
  notYouLink: 'Si ce n’était pas vous, n’ouvrez pas le lien. Sans vous, l’appareil reste dehors.',
  notYouNotice:
    'Si ce n’était pas vous, sécurisez immédiatement votre messagerie, puis connectez-vous à {app} et supprimez les appareils inconnus.',
  footer: 'Ce message a été envoyé automatiquement à la suite d’une action sur {app}. Les réponses ne sont pas lues.',
  kinds: {
    passkey: 'clé d’accès',
    backupCode: 'code de secours',
    password: 'mot de passe',
    mnemonic: 'phrase de récupération',
    privateKey: 'clé privée',
    keystore: 'fichier de clé chiffré',
    email: 'adresse e-mail',
  },
}
