// The categories that every app starts with. An app may replace them (PUT /config/categories/:appId).
import { z } from 'zod'

export const category = z
  .object({
    name: z
      .string()
      .min(1)
      .max(64)
      .regex(/^(?:[a-z0-9][a-z0-9_-]*)?$/, 'use lower-case letters, digits, _ and -'),
    description: z.string().min(1).max(500),
  })
  .meta({ id: 'Category' })
export type Category = z.infer<typeof category>

/** The category of facts whose own category the app does not have. Every app's set includes it. */
export const FALLBACK_CATEGORY = 'general'

export const defaultCategories: readonly Category[] = [
  { name: 'profile', description: 'Who the user is: name, age, home, contact details, identity' },
  { name: 'relationships', description: 'Family, partners, friends, colleagues and pets' },
  { name: 'work', description: 'Jobs, employers, projects, skills and careers' },
  { name: 'education', description: 'Schools, courses, degrees and things being learned' },
  { name: 'preferences', description: 'Likes, dislikes, favourites and habits of choice' },
  { name: 'health', description: 'Health, fitness, diet, allergies and well-being' },
  { name: 'activities', description: 'Hobbies, sports, arts, games and how time is spent' },
  { name: 'travel', description: 'Journeys, places visited and places to go' },
  { name: 'plans', description: 'Goals, intentions, appointments and things to come' },
  { name: 'finances', description: 'Purchases, payments, subscriptions and money' },
  { name: FALLBACK_CATEGORY, description: 'Everything that fits no other category' },
]
