/** How many requests the gateway lets through. Calls with limits of one name are counted together. */
export interface Limit {
  /** Names the limit in Redis and in metrics. */
  readonly name: string;
  /** How many requests a window allows. */
  readonly points: number;
  /** Length of the window, in seconds. */
  readonly seconds: number;
}

/** What is counted beside the limits on all calls: requests of one network address, and of one signed-in user. */
export interface CallLimits {
  readonly address?: Limit;
  readonly user?: Limit;
}

const minute = 60;
const tenMinutes = 600;

export const signInLimits: CallLimits = { address: { name: 'sign-in', points: 10, seconds: minute } };

/** Beginning, coming back from the provider, and finishing with a username: three requests a sign-in. */
export const identitySignInLimits: CallLimits = {
  address: { name: 'identity-sign-in', points: 30, seconds: minute },
};

export const registrationLimits: CallLimits = { address: { name: 'registration', points: 10, seconds: tenMinutes } };

export const passwordResetLimits: CallLimits = { address: { name: 'password-reset', points: 5, seconds: tenMinutes } };

/** A user who changes the password is signed in, and so counted wherever they come from. */
export const passwordChangeLimits: CallLimits = {
  ...passwordResetLimits,
  user: { name: 'user-password', points: 10, seconds: tenMinutes },
};

export const stepUpLimits: CallLimits = {
  address: { name: 'step-up', points: 20, seconds: minute },
  user: { name: 'user-step-up', points: 10, seconds: minute },
};
export const apiTokenLimits: CallLimits = { user: { name: 'user-api-token', points: 30, seconds: tenMinutes } };

/** Looking at a link of a mail, and using it. */
export const mailedLinkLimits: CallLimits = { address: { name: 'mailed-link', points: 30, seconds: tenMinutes } };

/** Asking for a mail to one's own address, or to a new one. */
export const addressMailLimits: CallLimits = {
  address: { name: 'address-mail', points: 20, seconds: tenMinutes },
  user: { name: 'user-address-mail', points: 10, seconds: tenMinutes },
};

/** The second step of a sign-in, and passkeys: a challenge and its answer each. */
export const secondFactorLimits: CallLimits = { address: { name: 'second-factor', points: 40, seconds: minute } };

export const factorLimits: CallLimits = { user: { name: 'user-factors', points: 30, seconds: tenMinutes } };

export const searchLimits: CallLimits = {
  address: { name: 'search', points: 240, seconds: minute },
  user: { name: 'user-search', points: 120, seconds: minute },
};

/** A request for every pause in typing. Nothing is asked of anybody but the own database, and that little. */
export const suggestionLimits: CallLimits = {
  address: { name: 'suggestions', points: 600, seconds: minute },
  user: { name: 'user-suggestions', points: 300, seconds: minute },
};

export const followLimits: CallLimits = {
  address: { name: 'follow', points: 240, seconds: minute },
  user: { name: 'user-follow', points: 60, seconds: minute },
};

/** Looks at what up to thousands of followed people have done. */
export const deedLimits: CallLimits = { user: { name: 'user-deeds', points: 120, seconds: minute } };

/** An entry that is added makes work in every service, and may need the provider. Nobody adds one a second by hand. */
export const addingLimits: CallLimits = { user: { name: 'user-add', points: 60, seconds: minute } };
export const savedViewLimits: CallLimits = { user: { name: 'user-views', points: 60, seconds: minute } };
/** Chosen and put in order one by one. */
export const favouriteLimits: CallLimits = { user: { name: 'user-favourites', points: 120, seconds: minute } };
/** Playthroughs and sessions together. */
export const playLimits: CallLimits = { user: { name: 'user-plays', points: 120, seconds: minute } };
/** A game is dragged through a list in many small moves. */
export const listLimits: CallLimits = { user: { name: 'user-lists', points: 240, seconds: minute } };
/** Counts the games of up to a hundred lists. */
export const listReadingLimits: CallLimits = { user: { name: 'user-lists-read', points: 240, seconds: minute } };
/** Each reads a whole vault. */
export const exportLimits: CallLimits = { user: { name: 'user-export', points: 20, seconds: tenMinutes } };
/** A whole collection is sent in eighty requests. */
export const importLimits: CallLimits = { user: { name: 'user-imports', points: 240, seconds: minute } };
/** A matching job sends twenty requests for the largest import. */
export const candidateLimits: CallLimits = { user: { name: 'user-candidates', points: 120, seconds: minute } };
/** Each cover is decoded and encoded again. */
export const ownCoverLimits: CallLimits = { user: { name: 'user-covers', points: 60, seconds: tenMinutes } };
/** Going back, and how long it is possible. */
export const historyLimits: CallLimits = { user: { name: 'user-history', points: 60, seconds: minute } };
/** Each may read a whole vault; a slider asks where it comes to rest. */
export const historyReadingLimits: CallLimits = { user: { name: 'user-history-read', points: 120, seconds: minute } };
/** Each makes requests of Steam, by an allowance that all share. */
export const steamLimits: CallLimits = { user: { name: 'user-steam', points: 20, seconds: tenMinutes } };
/** Each names an address that is then sent to. */
export const pushLimits: CallLimits = { user: { name: 'user-push', points: 30, seconds: tenMinutes } };
