/** A rate limit of the gateway. Calls with limits of the same name are counted together. */
export interface Limit {
  /** Name of the limit in Redis and in metrics. */
  readonly name: string;
  /** Requests that a window allows. */
  readonly points: number;
  /** Length of the window in seconds. */
  readonly seconds: number;
}

/** Limits in addition to those on all calls: per network address, and per signed-in user. */
export interface CallLimits {
  readonly address?: Limit;
  readonly user?: Limit;
}

const minute = 60;
const tenMinutes = 600;

export const signInLimits: CallLimits = { address: { name: 'sign-in', points: 10, seconds: minute } };

/** A sign-in takes three requests: the start, the return from the provider, and the choice of a username. */
export const identitySignInLimits: CallLimits = {
  address: { name: 'identity-sign-in', points: 30, seconds: minute },
};

export const registrationLimits: CallLimits = { address: { name: 'registration', points: 10, seconds: tenMinutes } };

export const passwordResetLimits: CallLimits = { address: { name: 'password-reset', points: 5, seconds: tenMinutes } };

/** A user who changes the password is signed in, so the limit per user applies at any address. */
export const passwordChangeLimits: CallLimits = {
  ...passwordResetLimits,
  user: { name: 'user-password', points: 10, seconds: tenMinutes },
};

export const stepUpLimits: CallLimits = {
  address: { name: 'step-up', points: 20, seconds: minute },
  user: { name: 'user-step-up', points: 10, seconds: minute },
};
export const apiTokenLimits: CallLimits = { user: { name: 'user-api-token', points: 30, seconds: tenMinutes } };

/** For looking at an emailed link and using it. */
export const mailedLinkLimits: CallLimits = { address: { name: 'mailed-link', points: 30, seconds: tenMinutes } };

/** For emails to the user's own or new address. */
export const addressMailLimits: CallLimits = {
  address: { name: 'address-mail', points: 20, seconds: tenMinutes },
  user: { name: 'user-address-mail', points: 10, seconds: tenMinutes },
};

/** For the second step of a sign-in and for passkeys: each takes a challenge and a response. */
export const secondFactorLimits: CallLimits = { address: { name: 'second-factor', points: 40, seconds: minute } };

export const factorLimits: CallLimits = { user: { name: 'user-factors', points: 30, seconds: tenMinutes } };

export const searchLimits: CallLimits = {
  address: { name: 'search', points: 240, seconds: minute },
  user: { name: 'user-search', points: 120, seconds: minute },
};

/** One request for each pause in typing, which costs only a small query of our own database. */
export const suggestionLimits: CallLimits = {
  address: { name: 'suggestions', points: 600, seconds: minute },
  user: { name: 'user-suggestions', points: 300, seconds: minute },
};

export const followLimits: CallLimits = {
  address: { name: 'follow', points: 240, seconds: minute },
  user: { name: 'user-follow', points: 60, seconds: minute },
};

/** A request may read the activity of thousands of followed users. Its counters in Redis are called `user-deeds`. */
export const activityLimits: CallLimits = { user: { name: 'user-deeds', points: 120, seconds: minute } };

/** Adding an entry causes work in every service and may need the provider; no user adds one a second by hand. */
export const addingLimits: CallLimits = { user: { name: 'user-add', points: 60, seconds: minute } };
export const savedViewLimits: CallLimits = { user: { name: 'user-views', points: 60, seconds: minute } };
/** Users choose and order favorites one by one. */
export const favouriteLimits: CallLimits = { user: { name: 'user-favourites', points: 120, seconds: minute } };
/** Playthroughs and sessions together. */
export const playLimits: CallLimits = { user: { name: 'user-plays', points: 120, seconds: minute } };
/** Dragging a game through a list takes many small moves. */
export const listLimits: CallLimits = { user: { name: 'user-lists', points: 240, seconds: minute } };
/** Counts the games of up to a hundred lists. */
export const listReadingLimits: CallLimits = { user: { name: 'user-lists-read', points: 240, seconds: minute } };
/** Each request reads a whole vault. */
export const exportLimits: CallLimits = { user: { name: 'user-export', points: 20, seconds: tenMinutes } };
/** A whole collection is sent in eighty requests. */
export const importLimits: CallLimits = { user: { name: 'user-imports', points: 240, seconds: minute } };
/** A matching job sends twenty requests for the largest import. */
export const candidateLimits: CallLimits = { user: { name: 'user-candidates', points: 120, seconds: minute } };
/** Each cover is decoded and encoded again. */
export const ownCoverLimits: CallLimits = { user: { name: 'user-covers', points: 60, seconds: tenMinutes } };
/** For restoring a past state and for changing how long the history is kept. */
export const historyLimits: CallLimits = { user: { name: 'user-history', points: 60, seconds: minute } };
/** Each request may read a whole vault; a slider requests only its final position. */
export const historyReadingLimits: CallLimits = { user: { name: 'user-history-read', points: 120, seconds: minute } };
/** Each request calls Steam, whose quota all users share. */
export const steamLimits: CallLimits = { user: { name: 'user-steam', points: 20, seconds: tenMinutes } };
/** Each request names an address to which notifications are sent. */
export const pushLimits: CallLimits = { user: { name: 'user-push', points: 30, seconds: tenMinutes } };
