// The types of every call, made by `npm run generate` from the service's OpenAPI document. Not to be edited.

export interface paths {
    "/v1/memorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Store content */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The same key gives the same answer; nothing is stored twice */
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description App identifier */
                        appId: string;
                        /** @description Owner of the memory */
                        userId: string;
                        /** @description Content to memorize */
                        content: string;
                        /**
                         * @description What kind of content it is
                         * @enum {string}
                         */
                        contentType: "conversation" | "event" | "document";
                        /** @description Conversation thread identifier */
                        threadId?: string;
                        /** @description Additional metadata; `timestamp` (ISO 8601) says when the content was said */
                        metadata?: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            responses: {
                /** @description Success */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            status: "queued";
                            resourceId: string;
                            /** @description Seconds */
                            estimatedProcessingTime: number;
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description The body took too long to arrive (VALIDATION_ERROR) */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description The body is too large (VALIDATION_ERROR) */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Track a structured event */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The same key gives the same answer; nothing is stored twice */
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description App identifier */
                        appId: string;
                        /** @description Owner of the memory */
                        userId: string;
                        /** @description Free-form type name */
                        eventType: string;
                        /** @description Event source */
                        source: string;
                        /**
                         * Format: date-time
                         * @description When it happened, ISO 8601
                         */
                        timestamp: string;
                        /** @description Event-specific data */
                        data: {
                            [key: string]: unknown;
                        };
                        /** @description Category hint */
                        suggestedCategory?: string;
                        /** @description Entity hints */
                        suggestedEntities?: {
                            name: string;
                            type: string;
                        }[];
                        /** @enum {string} */
                        importance?: "low" | "medium" | "high" | "critical";
                    };
                };
            };
            responses: {
                /** @description Success */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            status: "queued";
                            eventId: string;
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description The body took too long to arrive (VALIDATION_ERROR) */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description The body is too large (VALIDATION_ERROR) */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/retrieve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Query memory for context
         * @description With no memories found the answer is 404 and an empty context.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description App identifier */
                        appId: string;
                        /** @description Owner of the memory */
                        userId: string;
                        /** @description Query to find relevant memories */
                        query: string;
                        /**
                         * @description Maximum tokens in the response
                         * @default 2000
                         */
                        maxTokens?: number;
                        /**
                         * @description Include graph context
                         * @default true
                         */
                        includeGraph?: boolean;
                        /** @description Limit to these categories */
                        categories?: string[];
                        /**
                         * @description Time decay half-life in days
                         * @default 30
                         */
                        timeDecayDays?: number;
                        /**
                         * @description Minimum confidence
                         * @default 0.6
                         */
                        minConfidence?: number;
                    };
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            summaries: {
                                [key: string]: string;
                            };
                            relevantItems: {
                                id: string;
                                content: string;
                                category: string;
                                confidence: number;
                                /** @description Relevance after time decay, 0 to 1 */
                                score: number;
                                createdAt: string;
                            }[];
                            graphContext: {
                                name: string;
                                type: string;
                                properties: {
                                    [key: string]: string;
                                };
                                relationships: {
                                    type: string;
                                    target: string;
                                }[];
                            }[];
                            /** @description Tokens of this body, by the o200k_base encoding */
                            tokenCount: number;
                            /** @description Milliseconds */
                            processingTime: number;
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Success */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            summaries: {
                                [key: string]: string;
                            };
                            relevantItems: {
                                id: string;
                                content: string;
                                category: string;
                                confidence: number;
                                /** @description Relevance after time decay, 0 to 1 */
                                score: number;
                                createdAt: string;
                            }[];
                            graphContext: {
                                name: string;
                                type: string;
                                properties: {
                                    [key: string]: string;
                                };
                                relationships: {
                                    type: string;
                                    target: string;
                                }[];
                            }[];
                            /** @description Tokens of this body, by the o200k_base encoding */
                            tokenCount: number;
                            /** @description Milliseconds */
                            processingTime: number;
                        };
                    };
                };
                /** @description The body took too long to arrive (VALIDATION_ERROR) */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description The body is too large (VALIDATION_ERROR) */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/context/{appId}/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All category summaries */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description App identifier */
                    appId: string;
                    /** @description Owner of the memory */
                    userId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            summaries: {
                                [key: string]: string;
                            };
                            /** @description Null where there is no summary yet */
                            lastUpdated: string | null;
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/categories/{appId}/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List categories */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description App identifier */
                    appId: string;
                    /** @description Owner of the memory */
                    userId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            categories: {
                                name: string;
                                description: string;
                                hasContent: boolean;
                                itemCount: number;
                                lastUpdated: string | null;
                            }[];
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{appId}/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List entities */
        get: {
            parameters: {
                query?: {
                    /** @description Filter by entity type */
                    type?: string;
                    /** @description Maximum results */
                    limit?: number;
                    /** @description Pagination offset */
                    offset?: number;
                };
                header?: never;
                path: {
                    /** @description App identifier */
                    appId: string;
                    /** @description Owner of the memory */
                    userId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            entities: {
                                name: string;
                                type: string;
                                properties: {
                                    [key: string]: string;
                                };
                                relationshipCount: number;
                                firstMentioned: string;
                                lastMentioned: string;
                            }[];
                            total: number;
                            hasMore: boolean;
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{appId}/{userId}/{entityName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Entity detail */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description App identifier */
                    appId: string;
                    /** @description Owner of the memory */
                    userId: string;
                    entityName: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            entity: {
                                name: string;
                                type: string;
                                properties: {
                                    [key: string]: string;
                                };
                                relationships: {
                                    type: string;
                                    /** @enum {string} */
                                    direction: "outgoing" | "incoming";
                                    target: string;
                                    targetType: string;
                                    properties: {
                                        [key: string]: string;
                                    };
                                }[];
                                mentions: {
                                    context: string;
                                    timestamp: string;
                                }[];
                            };
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/items/{appId}/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List items, superseded, merged and pruned ones too, the newest first */
        get: {
            parameters: {
                query?: {
                    /** @description Maximum results */
                    limit?: number;
                    /** @description `nextCursor` of the page before */
                    cursor?: string;
                    category?: string;
                };
                header?: never;
                path: {
                    /** @description App identifier */
                    appId: string;
                    /** @description Owner of the memory */
                    userId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                id: string;
                                content: string;
                                category: string;
                                confidence: number;
                                /** @enum {string} */
                                importance: "low" | "medium" | "high" | "critical";
                                createdAt: string;
                                validFrom: string;
                                validTo: string | null;
                                current: boolean;
                                /**
                                 * @description merged: `supersededBy` says the same; pruned: it had decayed to nothing
                                 * @enum {string}
                                 */
                                state: "current" | "superseded" | "merged" | "pruned";
                                /** @description There where the state is pruned */
                                prunedAt?: string;
                                subject: string | null;
                                attribute: string | null;
                                value: string | null;
                                entities: {
                                    name: string;
                                    type: string;
                                }[];
                                supersededBy: string | null;
                                supersedes: string[];
                                /** @description Resources that said it again */
                                reinforcedBy: string[];
                                provenance: {
                                    resourceId: string;
                                    /** @description UTF-16 offset in the text of the resource */
                                    start: number;
                                    end: number;
                                    engine: string;
                                    /** @description By which channel it was said; null: it was indexed before channels were kept */
                                    channel: ("user" | "app" | "partner" | "webhook" | "document" | "assistant" | "tool") | null;
                                    /** @description The speaker as the content names them, or the source of an event */
                                    saidBy: string | null;
                                };
                                /** @description Items that it contradicts and may not close, because they are trusted more */
                                contests: string[];
                            }[];
                            pagination: {
                                total: number;
                                limit: number;
                                hasMore: boolean;
                                nextCursor: string | null;
                            };
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/items/{appId}/{userId}/{itemId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One item with its history */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description App identifier */
                    appId: string;
                    /** @description Owner of the memory */
                    userId: string;
                    itemId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            item: {
                                id: string;
                                content: string;
                                category: string;
                                confidence: number;
                                /** @enum {string} */
                                importance: "low" | "medium" | "high" | "critical";
                                createdAt: string;
                                validFrom: string;
                                validTo: string | null;
                                current: boolean;
                                /**
                                 * @description merged: `supersededBy` says the same; pruned: it had decayed to nothing
                                 * @enum {string}
                                 */
                                state: "current" | "superseded" | "merged" | "pruned";
                                /** @description There where the state is pruned */
                                prunedAt?: string;
                                subject: string | null;
                                attribute: string | null;
                                value: string | null;
                                entities: {
                                    name: string;
                                    type: string;
                                }[];
                                supersededBy: string | null;
                                supersedes: string[];
                                /** @description Resources that said it again */
                                reinforcedBy: string[];
                                provenance: {
                                    resourceId: string;
                                    /** @description UTF-16 offset in the text of the resource */
                                    start: number;
                                    end: number;
                                    engine: string;
                                    /** @description By which channel it was said; null: it was indexed before channels were kept */
                                    channel: ("user" | "app" | "partner" | "webhook" | "document" | "assistant" | "tool") | null;
                                    /** @description The speaker as the content names them, or the source of an event */
                                    saidBy: string | null;
                                };
                                /** @description Items that it contradicts and may not close, because they are trusted more */
                                contests: string[];
                            };
                            /** @description What it superseded and what superseded it, the oldest first */
                            history: {
                                id: string;
                                content: string;
                                category: string;
                                confidence: number;
                                /** @enum {string} */
                                importance: "low" | "medium" | "high" | "critical";
                                createdAt: string;
                                validFrom: string;
                                validTo: string | null;
                                current: boolean;
                                /**
                                 * @description merged: `supersededBy` says the same; pruned: it had decayed to nothing
                                 * @enum {string}
                                 */
                                state: "current" | "superseded" | "merged" | "pruned";
                                /** @description There where the state is pruned */
                                prunedAt?: string;
                                subject: string | null;
                                attribute: string | null;
                                value: string | null;
                                entities: {
                                    name: string;
                                    type: string;
                                }[];
                                supersededBy: string | null;
                                supersedes: string[];
                                /** @description Resources that said it again */
                                reinforcedBy: string[];
                                provenance: {
                                    resourceId: string;
                                    /** @description UTF-16 offset in the text of the resource */
                                    start: number;
                                    end: number;
                                    engine: string;
                                    /** @description By which channel it was said; null: it was indexed before channels were kept */
                                    channel: ("user" | "app" | "partner" | "webhook" | "document" | "assistant" | "tool") | null;
                                    /** @description The speaker as the content names them, or the source of an event */
                                    saidBy: string | null;
                                };
                                /** @description Items that it contradicts and may not close, because they are trusted more */
                                contests: string[];
                            }[];
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/resources/{appId}/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List resources: queued, processed or failed */
        get: {
            parameters: {
                query?: {
                    /** @description Maximum results */
                    limit?: number;
                    /** @description `nextCursor` of the page before */
                    cursor?: string;
                };
                header?: never;
                path: {
                    /** @description App identifier */
                    appId: string;
                    /** @description Owner of the memory */
                    userId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                resourceId: string;
                                /** @enum {string} */
                                status: "queued" | "processed" | "failed";
                                /** @enum {string} */
                                contentType: "conversation" | "event" | "document";
                                threadId: string | null;
                                receivedAt: string;
                                processedAt: string | null;
                                contentBytes: number;
                                itemCount: number;
                                /** @description Why it failed */
                                reason: string | null;
                            }[];
                            pagination: {
                                total: number;
                                limit: number;
                                hasMore: boolean;
                                nextCursor: string | null;
                            };
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/resources/{appId}/{userId}/{resourceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One resource with its facts, or why it is not processed */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description App identifier */
                    appId: string;
                    /** @description Owner of the memory */
                    userId: string;
                    resourceId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            resource: {
                                resourceId: string;
                                /** @enum {string} */
                                status: "queued" | "processed" | "failed";
                                /** @enum {string} */
                                contentType: "conversation" | "event" | "document";
                                threadId: string | null;
                                receivedAt: string;
                                processedAt: string | null;
                                contentBytes: number;
                                itemCount: number;
                                /** @description Why it failed */
                                reason: string | null;
                                /** @description Why it is not processed; null where it is, or was refused for good */
                                processing: {
                                    /** @description Which processor has yet to handle it, or could not */
                                    processor: string;
                                    /**
                                     * @description dead-lettered: an operator can list and replay it
                                     * @enum {string}
                                     */
                                    state: "waiting" | "retrying" | "dead-lettered";
                                    /** @description How often it failed, where that is known */
                                    attempts: number | null;
                                    /** @description What it failed with last, where that is known */
                                    errorClass: string | null;
                                    /** @description When it is tried again, where that is known */
                                    nextAttemptAt: string | null;
                                } | null;
                                items: {
                                    id: string;
                                    content: string;
                                    category: string;
                                    confidence: number;
                                    /** @enum {string} */
                                    importance: "low" | "medium" | "high" | "critical";
                                    createdAt: string;
                                    validFrom: string;
                                    validTo: string | null;
                                    current: boolean;
                                    /**
                                     * @description merged: `supersededBy` says the same; pruned: it had decayed to nothing
                                     * @enum {string}
                                     */
                                    state: "current" | "superseded" | "merged" | "pruned";
                                    /** @description There where the state is pruned */
                                    prunedAt?: string;
                                    subject: string | null;
                                    attribute: string | null;
                                    value: string | null;
                                    entities: {
                                        name: string;
                                        type: string;
                                    }[];
                                    supersededBy: string | null;
                                    supersedes: string[];
                                    /** @description Resources that said it again */
                                    reinforcedBy: string[];
                                    provenance: {
                                        resourceId: string;
                                        /** @description UTF-16 offset in the text of the resource */
                                        start: number;
                                        end: number;
                                        engine: string;
                                        /** @description By which channel it was said; null: it was indexed before channels were kept */
                                        channel: ("user" | "app" | "partner" | "webhook" | "document" | "assistant" | "tool") | null;
                                        /** @description The speaker as the content names them, or the source of an event */
                                        saidBy: string | null;
                                    };
                                    /** @description Items that it contradicts and may not close, because they are trusted more */
                                    contests: string[];
                                }[];
                            };
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit/{appId}/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What happened to a user’s memory, the oldest first */
        get: {
            parameters: {
                query?: {
                    /** @description Maximum results */
                    limit?: number;
                    /** @description `nextCursor` of the page before */
                    cursor?: string;
                };
                header?: never;
                path: {
                    /** @description App identifier */
                    appId: string;
                    /** @description Owner of the memory */
                    userId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                id: string;
                                type: string;
                                at: string;
                                topic: string;
                                partition: number;
                                position: number;
                                causationId: string | null;
                                category: string | null;
                                details: {
                                    [key: string]: unknown;
                                };
                            }[];
                            pagination: {
                                total: number;
                                limit: number;
                                hasMore: boolean;
                                nextCursor: string | null;
                            };
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit/{appId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What happened in an app and belongs to no user, such as ignored webhooks */
        get: {
            parameters: {
                query?: {
                    /** @description Maximum results */
                    limit?: number;
                    /** @description `nextCursor` of the page before */
                    cursor?: string;
                };
                header?: never;
                path: {
                    /** @description App identifier */
                    appId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                id: string;
                                type: string;
                                at: string;
                                topic: string;
                                partition: number;
                                position: number;
                                causationId: string | null;
                                category: string | null;
                                details: {
                                    [key: string]: unknown;
                                };
                            }[];
                            pagination: {
                                total: number;
                                limit: number;
                                hasMore: boolean;
                                nextCursor: string | null;
                            };
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forget": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete user memories
         * @description Answers when nothing that was written before can be read any more. 503: it was accepted and goes on.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description App identifier */
                        appId: string;
                        /** @description User to forget */
                        userId: string;
                        /** @description When present, only that category is deleted; when absent, all memories of the user */
                        category?: string;
                        /**
                         * @description Must be true
                         * @enum {boolean}
                         */
                        confirm: true;
                    };
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            status: "deleted";
                            deletedItems: number;
                            deletedEntities: number;
                            deletedResources: number;
                            /**
                             * Format: uuid
                             * @description Of the signed receipt: `GET /receipts/:receiptId`
                             */
                            receiptId: string;
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description The body took too long to arrive (VALIDATION_ERROR) */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description The body is too large (VALIDATION_ERROR) */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/receipts/{receiptId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The signed receipt of a forget
         * @description Needs `audit:read` or `memory:forget`. The answer is canonical JSON (RFC 8785): keep its bytes, and `verify-receipt` needs no service. The public keys are at `/.well-known/palimpsest-receipts.json`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Asks whether it is of this user: 404 where it is not */
                    userId?: string;
                };
                header?: never;
                path: {
                    /** @description As /forget gave it */
                    receiptId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            statement: {
                                /** @enum {string} */
                                type: "palimpsest.forget";
                                /** @enum {number} */
                                version: 1;
                                /** Format: uuid */
                                receiptId: string;
                                appId: string;
                                /** @description A keyed hash: `?userId=` asks the service whether it is of that user */
                                user: string;
                                asked: {
                                    /** @description Null: everything of the user */
                                    category: string | null;
                                    /** Format: date-time */
                                    at: string;
                                };
                                /** @description Where the forget stands: nothing that was written before it can be read */
                                log: {
                                    topic: string;
                                    partition: number;
                                    position: number;
                                };
                                /** @description Generations of the user’s data key; null where none was destroyed */
                                destroyedKeys: {
                                    from: number;
                                    to: number;
                                } | null;
                                stores: {
                                    store: string;
                                    /**
                                     * Format: date-time
                                     * @description By when nothing of it could be read there any more
                                     */
                                    letGoAt: string;
                                    removed: {
                                        [key: string]: number;
                                    };
                                }[];
                                /** @description What still lies on a disk although no reader is given it */
                                remains: {
                                    store: string;
                                    what: string;
                                    /** @description Null: as long as the operator of that server lets it */
                                    until: string | null;
                                }[];
                                /** Format: date-time */
                                completedAt: string;
                            };
                            signature: {
                                /** @enum {string} */
                                alg: "EdDSA";
                                /** @description Of the key that signed: `x` of one of the service’s public keys */
                                publicKey: string;
                                /** @description Ed25519 over the canonical JSON (RFC 8785) of `statement`, in base64url */
                                value: string;
                            };
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/maintenance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prune what has decayed, merge duplicates, refresh stale summaries
         * @description Answers when it is queued; `maintenance.completed` tells when it is done. It takes place daily by itself.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description When absent, every app: needs a key for every app */
                        appId?: string;
                        /** @description When absent, every user of the app who has memories */
                        userId?: string;
                        /**
                         * @description Change nothing; tell what would be done
                         * @default false
                         */
                        dryRun?: boolean;
                        /**
                         * @description Maximum users in this call
                         * @default 50
                         */
                        limit?: number;
                        /** @description `nextCursor` of the call before */
                        cursor?: string;
                    };
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                appId: string;
                                userId: string;
                                pruned: number;
                                merged: number;
                                refreshed: number;
                            }[];
                            pagination: {
                                total: number;
                                limit: number;
                                hasMore: boolean;
                                nextCursor: string | null;
                            };
                            /** @enum {string} */
                            status: "planned";
                        };
                    };
                };
                /** @description Success */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                appId: string;
                                userId: string;
                                maintenanceId: string;
                            }[];
                            pagination: {
                                total: number;
                                limit: number;
                                hasMore: boolean;
                                nextCursor: string | null;
                            };
                            /** @enum {string} */
                            status: "queued";
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description The body took too long to arrive (VALIDATION_ERROR) */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description The body is too large (VALIDATION_ERROR) */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/config/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List keys */
        get: {
            parameters: {
                query?: {
                    /** @description Maximum results */
                    limit?: number;
                    /** @description `nextCursor` of the page before */
                    cursor?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                id: string;
                                name: string;
                                appIds: string[];
                                permissions: ("memory:read" | "memory:write" | "memory:forget" | "config:write" | "audit:read" | "admin")[];
                                createdAt: string;
                                rotatedAt: string | null;
                            }[];
                            pagination: {
                                total: number;
                                limit: number;
                                hasMore: boolean;
                                nextCursor: string | null;
                            };
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        /** Make a key */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        name: string;
                        /** @description `["*"]`: every app */
                        appIds: (string | "*")[];
                        permissions: ("memory:read" | "memory:write" | "memory:forget" | "config:write" | "audit:read" | "admin")[];
                    };
                };
            };
            responses: {
                /** @description Success */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            name: string;
                            appIds: string[];
                            permissions: ("memory:read" | "memory:write" | "memory:forget" | "config:write" | "audit:read" | "admin")[];
                            createdAt: string;
                            rotatedAt: string | null;
                            /** @description Shown once; stored hashed */
                            key: string;
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description The body took too long to arrive (VALIDATION_ERROR) */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description The body is too large (VALIDATION_ERROR) */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/config/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a key; the old one stops working at once
         * @description The only key with `admin` for every app is replaced with another such key.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            /** @description Shown once */
                            key: string;
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/config/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a key */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/config/categories/{appId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The categories of an app */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description App identifier */
                    appId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            categories: {
                                name: string;
                                description: string;
                            }[];
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        /** Replace the categories of an app; `general` is always among them */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description App identifier */
                    appId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        categories: {
                            name: string;
                            description: string;
                        }[];
                    };
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            categories: {
                                name: string;
                                description: string;
                            }[];
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description The body took too long to arrive (VALIDATION_ERROR) */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description The body is too large (VALIDATION_ERROR) */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/config/templates/{appId}/{eventType}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The template that turns events of a type into a sentence */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description App identifier */
                    appId: string;
                    eventType: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Text with {path} places, filled from `data`; [optional {part}] in brackets */
                            template: string;
                            eventType: string;
                            /** @description True where the app has no template of its own */
                            builtIn: boolean;
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        /** Set the template of an event type */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description App identifier */
                    appId: string;
                    eventType: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Text with {path} places, filled from `data`; [optional {part}] in brackets */
                        template: string;
                    };
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Text with {path} places, filled from `data`; [optional {part}] in brackets */
                            template: string;
                            eventType: string;
                            /** @description True where the app has no template of its own */
                            builtIn: boolean;
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description The body took too long to arrive (VALIDATION_ERROR) */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description The body is too large (VALIDATION_ERROR) */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/config/trust/{appId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The channels that an app trusts as it trusts its user */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description App identifier */
                    appId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Channels whose facts may close what the user said; none by default */
                            trusted: ("partner" | "webhook" | "document" | "assistant" | "tool")[];
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        /** Set the channels whose facts may close what the user said, from the next write on */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description App identifier */
                    appId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Channels whose facts may close what the user said; none by default */
                        trusted: ("partner" | "webhook" | "document" | "assistant" | "tool")[];
                    };
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Channels whose facts may close what the user said; none by default */
                            trusted: ("partner" | "webhook" | "document" | "assistant" | "tool")[];
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description The body took too long to arrive (VALIDATION_ERROR) */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description The body is too large (VALIDATION_ERROR) */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/config/partners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List partner systems, the oldest first */
        get: {
            parameters: {
                query?: {
                    /** @description Maximum results */
                    limit?: number;
                    /** @description `nextCursor` of the page before */
                    cursor?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                id: string;
                                name: string;
                                appIds: string[];
                                createdAt: string;
                                /** @description When its secret was replaced last */
                                rotatedAt: string | null;
                            }[];
                            pagination: {
                                total: number;
                                limit: number;
                                hasMore: boolean;
                                nextCursor: string | null;
                            };
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        /** Let a partner system sign records of the inbox; its secret is shown once */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        name: string;
                        /** @description `["*"]`: every app */
                        appIds: (string | "*")[];
                    };
                };
            };
            responses: {
                /** @description Success */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            name: string;
                            appIds: string[];
                            createdAt: string;
                            /** @description When its secret was replaced last */
                            rotatedAt: string | null;
                            /** @description Signs records of the inbox. Shown once; kept sealed */
                            secret: string;
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description The body took too long to arrive (VALIDATION_ERROR) */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description The body is too large (VALIDATION_ERROR) */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/config/partners/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace the secret of a partner; for a day both sign */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            name: string;
                            appIds: string[];
                            createdAt: string;
                            /** @description When its secret was replaced last */
                            rotatedAt: string | null;
                            /** @description Signs records of the inbox. Shown once; kept sealed */
                            secret: string;
                            /** @description What is written until then may be signed with the old secret */
                            previousUntil: string;
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/config/partners/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Refuse what a partner signs */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/config/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take the webhooks of a source; with the same secret again: replace its users */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description App identifier */
                        appId: string;
                        /** @description Such as `stripe` */
                        source: string;
                        /** @description What the provider signs with. Never shown again */
                        secret: string;
                        /** @description The provider’s user id to ours. Given: nobody else is known by the provider’s id */
                        users?: {
                            [key: string]: string;
                        };
                    };
                };
            };
            responses: {
                /** @description Success */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            appId: string;
                            source: string;
                            users: {
                                [key: string]: string;
                            } | null;
                            /** @description Where the provider may send to, so that only this secret is tried */
                            path: string;
                            createdAt: string;
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description The body took too long to arrive (VALIDATION_ERROR) */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description The body is too large (VALIDATION_ERROR) */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/config/sources/{appId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The sources whose webhooks an app takes */
        get: {
            parameters: {
                query?: {
                    /** @description Maximum results */
                    limit?: number;
                    /** @description `nextCursor` of the page before */
                    cursor?: string;
                };
                header?: never;
                path: {
                    /** @description App identifier */
                    appId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                id: string;
                                appId: string;
                                source: string;
                                users: {
                                    [key: string]: string;
                                } | null;
                                /** @description Where the provider may send to, so that only this secret is tried */
                                path: string;
                                createdAt: string;
                            }[];
                            pagination: {
                                total: number;
                                limit: number;
                                hasMore: boolean;
                                nextCursor: string | null;
                            };
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/config/sources/{appId}/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Take no more webhooks */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description App identifier */
                    appId: string;
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/config/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Configure an outbound webhook */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description App identifier */
                        appId: string;
                        /** @description Receiver, http or https */
                        url: string;
                        events: ("memory.processed" | "entity.created" | "entity.updated" | "relationship.created" | "conflict.detected" | "maintenance.completed")[];
                        /** @description Signs deliveries; shown to nobody. `whsec_` and base64, or any text */
                        secret: string;
                    };
                };
            };
            responses: {
                /** @description Success */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            appId: string;
                            url: string;
                            events: string[];
                            createdAt: string;
                            /** @description When its secret was replaced last */
                            rotatedAt: string | null;
                            /** @enum {string} */
                            status: "active" | "disabled";
                            disabledAt: string | null;
                            /** @description `gone`: the receiver answered 410 */
                            disabledReason: string | null;
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description The body took too long to arrive (VALIDATION_ERROR) */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description The body is too large (VALIDATION_ERROR) */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/config/webhooks/{appId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An app's outbound webhooks, the oldest first */
        get: {
            parameters: {
                query?: {
                    /** @description Maximum results */
                    limit?: number;
                    /** @description `nextCursor` of the page before */
                    cursor?: string;
                };
                header?: never;
                path: {
                    /** @description App identifier */
                    appId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                id: string;
                                appId: string;
                                url: string;
                                events: string[];
                                createdAt: string;
                                /** @description When its secret was replaced last */
                                rotatedAt: string | null;
                                /** @enum {string} */
                                status: "active" | "disabled";
                                disabledAt: string | null;
                                /** @description `gone`: the receiver answered 410 */
                                disabledReason: string | null;
                            }[];
                            pagination: {
                                total: number;
                                limit: number;
                                hasMore: boolean;
                                nextCursor: string | null;
                            };
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/config/webhooks/{appId}/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove an outbound webhook */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description App identifier */
                    appId: string;
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/config/webhooks/{appId}/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace the secret; for a day both sign */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description App identifier */
                    appId: string;
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Signs deliveries; shown to nobody. `whsec_` and base64, or any text */
                        secret: string;
                    };
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            appId: string;
                            url: string;
                            events: string[];
                            createdAt: string;
                            /** @description When its secret was replaced last */
                            rotatedAt: string | null;
                            /** @enum {string} */
                            status: "active" | "disabled";
                            disabledAt: string | null;
                            /** @description `gone`: the receiver answered 410 */
                            disabledReason: string | null;
                            /** @description Until then deliveries are signed with the old secret too */
                            previousUntil: string;
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description The body took too long to arrive (VALIDATION_ERROR) */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description The body is too large (VALIDATION_ERROR) */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/config/webhooks/{appId}/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Deliveries of a webhook with their attempts, the newest first */
        get: {
            parameters: {
                query?: {
                    /** @description Maximum results */
                    limit?: number;
                    /** @description `nextCursor` of the page before */
                    cursor?: string;
                };
                header?: never;
                path: {
                    /** @description App identifier */
                    appId: string;
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                /** @description What the receiver sees as `webhook-id` */
                                id: string;
                                event: string;
                                userId: string;
                                /** @enum {string} */
                                state: "waiting" | "delivered" | "failed" | "cancelled";
                                createdAt: string;
                                nextAttemptAt: string | null;
                                endedAt: string | null;
                                attempts: {
                                    at: string;
                                    /** @description What the receiver answered */
                                    status: number | null;
                                    /** @description Why there was no answer */
                                    error: string | null;
                                    durationMs: number;
                                }[];
                            }[];
                            pagination: {
                                total: number;
                                limit: number;
                                hasMore: boolean;
                                nextCursor: string | null;
                            };
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/config/webhooks/{appId}/{id}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a delivery again, under its id and with new attempts */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description App identifier */
                    appId: string;
                    id: string;
                    deliveryId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description What the receiver sees as `webhook-id` */
                            id: string;
                            event: string;
                            userId: string;
                            /** @enum {string} */
                            state: "waiting" | "delivered" | "failed" | "cancelled";
                            createdAt: string;
                            nextAttemptAt: string | null;
                            endedAt: string | null;
                            attempts: {
                                at: string;
                                /** @description What the receiver answered */
                                status: number | null;
                                /** @description Why there was no answer */
                                error: string | null;
                                durationMs: number;
                            }[];
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Service health */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description `degraded`: a part is down and costs what it serves; `unhealthy`: the log is down
                             * @enum {string}
                             */
                            status: "healthy" | "degraded" | "unhealthy";
                            components: {
                                relational_store: {
                                    /** @enum {string} */
                                    status: "healthy" | "degraded" | "unhealthy";
                                    /** @description Milliseconds */
                                    latency: number;
                                };
                                graph_store: {
                                    /** @enum {string} */
                                    status: "healthy" | "degraded" | "unhealthy";
                                    /** @description Milliseconds */
                                    latency: number;
                                };
                                object_store: {
                                    /** @enum {string} */
                                    status: "healthy" | "degraded" | "unhealthy";
                                };
                                queue: {
                                    /** @enum {string} */
                                    status: "healthy" | "degraded" | "unhealthy";
                                    /** @description Resources that wait for extraction */
                                    queueDepth: number;
                                };
                            };
                            version: string;
                            /** @description Seconds */
                            uptime: number;
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{source}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Receive a webhook of another system, verified by its signature */
        post: {
            parameters: {
                query?: {
                    /** @description The id of a binding: only its secret is tried */
                    binding?: string;
                };
                header?: never;
                path: {
                    /** @description Such as `stripe` */
                    source: string;
                };
                cookie?: never;
            };
            /** @description The provider’s own event, byte for byte; for `custom` the fields shown */
            requestBody: {
                content: {
                    "application/json": {
                        /** @description App identifier */
                        appId: string;
                        /** @description Owner of the memory */
                        userId: string;
                        /** @description Free-form type name */
                        eventType: string;
                        /** @description Event-specific data */
                        data: {
                            [key: string]: unknown;
                        };
                        /** @description Category hint */
                        suggestedCategory?: string;
                        /** @description Entity hints */
                        suggestedEntities?: {
                            name: string;
                            type: string;
                        }[];
                        /** @enum {string} */
                        importance?: "low" | "medium" | "high" | "critical";
                        /**
                         * @description Event source
                         * @default custom
                         */
                        source?: string;
                        /**
                         * Format: date-time
                         * @description Unset: now
                         */
                        timestamp?: string;
                    } | {
                        [key: string]: unknown;
                    } | {
                        [key: string]: unknown;
                    }[];
                };
            };
            responses: {
                /** @description Success */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            status: "processed" | "ignored";
                            /** @description Only when processed */
                            eventId?: string;
                            /** @description Only when one request told of several */
                            eventIds?: string[];
                            /** @description Only to a request that asks for it */
                            challenge?: string;
                        };
                    };
                };
                /** @description Invalid request body (VALIDATION_ERROR) */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Invalid or missing API key (UNAUTHORIZED) */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Key lacks required permissions (FORBIDDEN) */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description The body took too long to arrive (VALIDATION_ERROR) */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description The body is too large (VALIDATION_ERROR) */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Too many requests (RATE_LIMITED) */
                429: {
                    headers: {
                        /** @description Seconds until a call can succeed */
                        "Retry-After"?: number;
                        /** @description Calls a minute */
                        "X-RateLimit-Limit"?: number;
                        /** @description Calls left in this minute */
                        "X-RateLimit-Remaining"?: number;
                        /** @description Unix seconds of the next minute */
                        "X-RateLimit-Reset"?: number;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description Server error (INTERNAL_ERROR) */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
                /** @description A dependency is unavailable (SERVICE_UNAVAILABLE) */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                                message: string;
                                /** @description For validation errors: `field` and `issue` */
                                details: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "memory.processed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Content has been processed and memorized */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description `sha256=` and the hex HMAC-SHA256 of the body */
                    "X-Signature-256": string;
                    /** @description The same for every attempt of a delivery */
                    "webhook-id": string;
                    /** @description Of the attempt, in seconds */
                    "webhook-timestamp": string;
                    /** @description As Standard Webhooks has it */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @constant */
                        event: "memory.processed";
                        /**
                         * Format: date-time
                         * @description When it was found
                         */
                        timestamp: string;
                        /** @description App identifier */
                        appId: string;
                        /** @description Owner of the memory */
                        userId: string;
                        data: {
                            /**
                             * Format: uuid
                             * @description The write that led to it
                             */
                            resourceId: string;
                            /** @description Facts that were not known before */
                            itemsCreated: number;
                            entitiesCreated: number;
                            categoriesUpdated: string[];
                        };
                    };
                };
            };
            responses: {
                /** @description Send no more */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Taken */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "entity.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A new entity was discovered */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description `sha256=` and the hex HMAC-SHA256 of the body */
                    "X-Signature-256": string;
                    /** @description The same for every attempt of a delivery */
                    "webhook-id": string;
                    /** @description Of the attempt, in seconds */
                    "webhook-timestamp": string;
                    /** @description As Standard Webhooks has it */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @constant */
                        event: "entity.created";
                        /**
                         * Format: date-time
                         * @description When it was found
                         */
                        timestamp: string;
                        /** @description App identifier */
                        appId: string;
                        /** @description Owner of the memory */
                        userId: string;
                        data: {
                            /**
                             * Format: uuid
                             * @description The write that led to it
                             */
                            resourceId: string;
                            name: string;
                            /** @description Such as person, organisation, place */
                            type: string;
                        };
                    };
                };
            };
            responses: {
                /** @description Send no more */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Taken */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "entity.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Entity properties were updated */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description `sha256=` and the hex HMAC-SHA256 of the body */
                    "X-Signature-256": string;
                    /** @description The same for every attempt of a delivery */
                    "webhook-id": string;
                    /** @description Of the attempt, in seconds */
                    "webhook-timestamp": string;
                    /** @description As Standard Webhooks has it */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @constant */
                        event: "entity.updated";
                        /**
                         * Format: date-time
                         * @description When it was found
                         */
                        timestamp: string;
                        /** @description App identifier */
                        appId: string;
                        /** @description Owner of the memory */
                        userId: string;
                        data: {
                            /**
                             * Format: uuid
                             * @description The write that led to it
                             */
                            resourceId: string;
                            name: string;
                            /** @description Such as person, organisation, place */
                            type: string;
                            /** @description Those that are new or have another value, as they are now */
                            properties: {
                                [key: string]: string;
                            };
                        };
                    };
                };
            };
            responses: {
                /** @description Send no more */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Taken */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "relationship.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A new relationship was discovered */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description `sha256=` and the hex HMAC-SHA256 of the body */
                    "X-Signature-256": string;
                    /** @description The same for every attempt of a delivery */
                    "webhook-id": string;
                    /** @description Of the attempt, in seconds */
                    "webhook-timestamp": string;
                    /** @description As Standard Webhooks has it */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @constant */
                        event: "relationship.created";
                        /**
                         * Format: date-time
                         * @description When it was found
                         */
                        timestamp: string;
                        /** @description App identifier */
                        appId: string;
                        /** @description Owner of the memory */
                        userId: string;
                        data: {
                            /**
                             * Format: uuid
                             * @description The write that led to it
                             */
                            resourceId: string;
                            /** @description Name of the entity that it leads from */
                            source: string;
                            type: string;
                            /** @description Name of the entity that it leads to */
                            target: string;
                        };
                    };
                };
            };
            responses: {
                /** @description Send no more */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Taken */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "conflict.detected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Conflicting information was detected */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description `sha256=` and the hex HMAC-SHA256 of the body */
                    "X-Signature-256": string;
                    /** @description The same for every attempt of a delivery */
                    "webhook-id": string;
                    /** @description Of the attempt, in seconds */
                    "webhook-timestamp": string;
                    /** @description As Standard Webhooks has it */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @constant */
                        event: "conflict.detected";
                        /**
                         * Format: date-time
                         * @description When it was found
                         */
                        timestamp: string;
                        /** @description App identifier */
                        appId: string;
                        /** @description Owner of the memory */
                        userId: string;
                        data: {
                            /** @description The item that is out of date now; not there where both items stay */
                            supersededItemId?: string;
                            /** @description The item that stays because its channel is trusted more; instead of the other */
                            contestedItemId?: string;
                            /** @description The item that contradicts it */
                            itemId: string;
                            /**
                             * Format: uuid
                             * @description The write that led to it
                             */
                            resourceId: string;
                            category: string;
                            /**
                             * Format: date-time
                             * @description Until when the superseded item held
                             */
                            validTo?: string;
                        };
                    };
                };
            };
            responses: {
                /** @description Send no more */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Taken */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "maintenance.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A maintenance job completed */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description `sha256=` and the hex HMAC-SHA256 of the body */
                    "X-Signature-256": string;
                    /** @description The same for every attempt of a delivery */
                    "webhook-id": string;
                    /** @description Of the attempt, in seconds */
                    "webhook-timestamp": string;
                    /** @description As Standard Webhooks has it */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @constant */
                        event: "maintenance.completed";
                        /**
                         * Format: date-time
                         * @description When it was found
                         */
                        timestamp: string;
                        /** @description App identifier */
                        appId: string;
                        /** @description Owner of the memory */
                        userId: string;
                        data: {
                            /** @description Facts that had decayed to nothing and were removed */
                            pruned: number;
                            /** @description Duplicates that were merged */
                            merged: number;
                            /** @description Summaries that were written anew */
                            refreshed: number;
                        };
                    };
                };
            };
            responses: {
                /** @description Send no more */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Taken */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: never;
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
